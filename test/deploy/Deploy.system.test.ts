/** The files for operators in `deploy/`, the Dockerfile and the compose file: read by those who will, or executed. */
import { assert, describe, it } from "@effect/vitest"
import { execFileSync, spawnSync } from "node:child_process"
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  readdirSync
} from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { parse } from "yaml"
import { cleanEnvironment, choosePlace, startHeddle } from "../support/HeddleProcess.ts"
import { describeWith } from "../support/DescribeWith.ts"
import { onLongRun } from "../support/LongTests.ts"
import { Optional } from "../support/Optional.ts"
import { unprivilegedAccount } from "../support/UnprivilegedAccount.ts"
import { build, isIgnored } from "./Dockerfile.ts"

const root = fileURLToPath(new URL("../..", import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), "utf8")
/** `deploy/rules` is for users of heddle-rules, whose tests run it. */
const files = [
  ...globSync("deploy/**", { cwd: root, exclude: ["deploy/rules", "deploy/cluster/secrets"] }).filter((path) =>
    statSync(join(root, path)).isFile()
  ),
  "Dockerfile",
  "compose.yaml"
]

const systemdAnalyze = new Optional({
  thing: "SYSTEMD",
  name: "the command systemd-analyze",
  remedy: "install systemd",
  find: () => (spawnSync("systemd-analyze", ["--version"]).status === 0 ? "systemd-analyze" : undefined)
})

const trackedFiles = (): ReadonlyArray<string> =>
  execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], { cwd: root, encoding: "utf8" })
    .split("\0")
    .filter((path) => path !== "" && existsSync(join(root, path)))

const copyFiles = (to: string): void => {
  const dockerignore = read(".dockerignore")
  for (const path of trackedFiles().filter((path) => !isIgnored(dockerignore, path))) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    cpSync(join(root, path), join(to, path), { verbatimSymlinks: true })
  }
}

describe("files for operators", () => {
  it("name settings that exist", () => {
    const rows = read("docs/operations/settings.md").matchAll(/^\| `(HEDDLE_[A-Z_]+|DATABASE_URL)` \|.*?(\(f\) \|)?$/gm)
    const known = new Set(
      [...rows].flatMap(([, name = "", file]) => (file === undefined ? [name] : [name, `${name}_FILE`]))
    )
    assert.isAbove(known.size, 50)
    assert.include([...known], "DATABASE_URL_FILE")
    const named = files.flatMap((file) => (read(file).match(/HEDDLE_[A-Z_]*[A-Z]/g) ?? []).map((name) => [file, name]))
    assert.isAbove(named.length, 10)
    assert.deepStrictEqual(
      named.filter(([, name = ""]) => !known.has(name)),
      []
    )
  })

  it("keep what git ignores out of the image, and secrets out of git", () => {
    const ignored = read(".dockerignore").split("\n")
    for (const path of ["**/node_modules", ".git", "**/.heddle", ".env", "deploy"]) assert.include(ignored, path)
    for (const path of [".env", "/deploy/cluster/secrets/"]) assert.include(read(".gitignore").split("\n"), path)
  })

  it("compose starts Heddle after its database, with secrets that must be set, and lets it stop slowly", () => {
    const { services, networks } = parse(read("compose.yaml"))
    assert.deepStrictEqual(services.heddle.depends_on, { database: { condition: "service_healthy" } })
    assert.match(services.heddle.environment.HEDDLE_ENCRYPTION_KEY, /^\$\{HEDDLE_ENCRYPTION_KEY:\?/)
    assert.match(services.database.environment.POSTGRES_PASSWORD, /^\$\{POSTGRES_PASSWORD:\?/)
    assert.strictEqual(services.heddle.stop_grace_period, "60s")
    assert.deepStrictEqual(services.heddle.ports, ["127.0.0.1:4000:4000"])
    // Else all clients together would have the connections, and the limits of sign-in, of one.
    assert.deepStrictEqual(networks.default.ipam.config, [{ subnet: services.heddle.environment.HEDDLE_PROXIES }])
  })
})

describeWith(systemdAnalyze, "systemd", (command) => {
  it("accepts the unit, with the paths of this checkout", () => {
    const folder = mkdtempSync(join(tmpdir(), "heddle-unit-"))
    try {
      const unit = join(folder, "heddle.service")
      const text = read("deploy/heddle.service")
        .replaceAll("/opt/heddle", root.replace(/\/$/, ""))
        .replace(/^(?:User|Group)=.*$/gm, "")
      execFileSync("sh", ["-c", 'cat > "$0"', unit], { input: text })
      const { status, stderr } = spawnSync(command, ["verify", "--man=no", unit], { encoding: "utf8" })
      const ours = stderr.split("\n").filter((line) => line.includes("heddle.service"))
      assert.deepStrictEqual(ours, [])
      assert.strictEqual(status, 0, stderr)
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

const maxImageMegabytes = 120

const megabytesOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1e6

onLongRun("the Dockerfile", () => {
  it("makes a small image that serves from files that cannot be written to, as a user who is not root", async () => {
    const folder = mkdtempSync(join(tmpdir(), "heddle-image-"))
    execFileSync("chmod", ["755", folder])
    const account = unprivilegedAccount() ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
    try {
      const image = build(read("Dockerfile"), {
        folder,
        copyFiles,
        folders: ["/opt/heddle", "/var/lib/heddle"],
        account,
        env: cleanEnvironment()
      })
      const { dependencies } = JSON.parse(read("package.json"))
      assert.strictEqual(image.base, `node:${dependencies.node}-slim`)
      assert.strictEqual(image.user, "1000:1000")
      assert.deepStrictEqual(image.command, ["node", "apps/server/bin/heddle.mjs", "serve"])
      assert.isBelow(megabytesOf(image.root), maxImageMegabytes)
      execFileSync("chmod", ["-R", "a-w", join(image.root, "opt")])
      const { HEDDLE_HOST = "", HEDDLE_LOG_FORMAT = "" } = image.env
      const place = await choosePlace(join(image.root, "var/lib/heddle"), {
        HEDDLE_HOST,
        HEDDLE_LOG_FORMAT,
        HOME: "/nonexistent"
      })
      const server = await startHeddle({ ...place, checkout: join(image.root, image.workdir), account })
      try {
        const [command = "", ...args] = image.healthcheck
        const env = { ...cleanEnvironment(), HEDDLE_OPERATOR_PORT: String(place.operatorPort) }
        assert.strictEqual(spawnSync(command, args, { env }).status, 0)
        for (const path of ["/portal", "/docs", "/sign-in", "/.well-known/openid-configuration"]) {
          assert.strictEqual((await fetch(server.baseUrl + path)).status, 200, path)
        }
        assert.strictEqual((await fetch(`${server.baseUrl}/mcp`, { method: "POST" })).status, 401)
        const worse = server.output().match(/^.*"level":"(?!INFO).*$/gm) ?? []
        assert.deepStrictEqual(worse, [])
      } finally {
        await server.stop()
      }
      assert.strictEqual(await server.exit(), 0)
    } finally {
      execFileSync("chmod", ["-R", "u+w", folder])
      rmSync(folder, { recursive: true, force: true })
    }
  }, 600_000)
})
