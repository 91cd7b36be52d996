/** The files of `deploy/cluster` agree with each other and with the pages. `ClusterNodes` executes them. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { parse } from "yaml"
import { assert, describe, it } from "vitest"
import { cluster, clusterFolder, nodes, type Service, serviceOf } from "./ClusterFile.ts"

const read = (name: string): string => readFileSync(join(clusterFolder, name), "utf8")

describe("deploy/cluster", () => {
  it("has three nodes, which together have every role, and can be written to only where files are temporary", () => {
    assert.lengthOf(nodes, 3)
    assert.sameMembers(
      [...new Set(nodes.flatMap(([, roles]) => roles))],
      ["api", "ingest", "rounds", "deliveries", "maintenance"]
    )
    for (const [name] of nodes) {
      const { read_only, tmpfs, volumes, ports, environment } = serviceOf(name)
      assert.isTrue(read_only)
      assert.deepStrictEqual(tmpfs, ["/tmp", "/var/lib/heddle:uid=1000,gid=1000,mode=0700"])
      assert.isUndefined(volumes)
      assert.isUndefined(ports)
      // Else all clients together would have the connections, and the limits of sign-in, of one.
      assert.deepStrictEqual(cluster.networks.default.ipam.config, [{ subnet: environment?.["HEDDLE_PROXIES"] ?? "" }])
    }
  })

  it("every container has a limit of memory, and only the proxy has ports outside", () => {
    for (const [name, { mem_limit, ports }] of Object.entries(cluster.services)) {
      assert.match(mem_limit ?? "", /^\d+[mg]$/, name)
      assert.strictEqual(ports !== undefined, name === "proxy", name)
    }
  })

  it("the proxy asks the nodes with the role api, at the operator port, and sends no call twice", () => {
    const upstreams = nodes.flatMap(([name, roles]) => (roles.includes("api") ? [`${name}:4000`] : []))
    const caddyfile = read("Caddyfile")
    assert.include(caddyfile, `reverse_proxy ${upstreams.join(" ")} {`)
    for (const line of ["health_uri /readyz", "health_port 4001", "lb_retry_match method HEAD"]) {
      assert.include(caddyfile, line)
    }
  })

  it("the pooler has the settings of the page", () => {
    const page = readFileSync(join(clusterFolder, "../../docs/operations/install.md"), "utf8")
    const block = /```ini\n(pool_mode[^`]*)```/.exec(page)?.[1] ?? ""
    assert.include(block, "max_prepared_statements")
    assert.include(read("pgbouncer.ini"), block)
  })

  it("PostgreSQL has the settings of the page on sizing, here and in compose.yaml", () => {
    const page = readFileSync(join(clusterFolder, "../../docs/operations/sizing.md"), "utf8")
    const rows = [...page.matchAll(/^\| `(\w+)` \| ([^| ]*) ?\| ([^| ]*) ?\|/gm)]
    const single: { services: { database: Service } } = parse(
      readFileSync(join(clusterFolder, "../../compose.yaml"), "utf8")
    )
    for (const [{ command = [] }, size] of [
      [single.services.database, 0],
      [serviceOf("primary"), 1]
    ] as const) {
      const wanted = rows.flatMap(([, name = "", ...values]) => (values[size] ? [`--${name}=${values[size]}`] : []))
      assert.isAtLeast(wanted.length, 7)
      assert.includeMembers([...command], wanted)
    }
  })

  it("secrets are files, each made by the script, and no environment has one", () => {
    const made = read("secrets.sh")
    for (const [name, { file }] of Object.entries(cluster.secrets)) {
      assert.strictEqual(file, `secrets/${name}`)
      assert.match(made, new RegExp(`\\b${name}\\b`))
    }
    for (const { secrets = [] } of Object.values(cluster.services)) {
      for (const name of secrets) assert.property(cluster.secrets, name)
    }
    assert.notMatch(read("compose.yaml"), /PASSWORD: |_KEYS?: |_TOKEN: /)
  })
})
