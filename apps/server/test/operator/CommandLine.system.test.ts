/** The command line as a process of its own, on an embedded database that nobody serves. */
import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { freePort } from "../../../../test/support/FreePort.ts"

const program = fileURLToPath(new URL("../../bin/heddle.mjs", import.meta.url))

interface Ran {
  readonly code: number
  readonly lastLine: string
  readonly output: string
}

const heddle =
  (dataDir: string, settings: Readonly<Record<string, string>> = {}) =>
  (...args: ReadonlyArray<string>): Promise<Ran> =>
    new Promise((resolve) => {
      const env = { PATH: "", HEDDLE_DATA_DIR: dataDir, ...settings }
      execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) =>
        resolve({
          code: typeof error?.code === "number" ? error.code : 0,
          lastLine: stdout.trimEnd().split("\n").at(-1) ?? "",
          output: stdout + stderr
        })
      )
    })

describe("heddle", () => {
  it("creates a database and an account; the last line is JSON; errors show no stack", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "heddle-cli-"))
    try {
      const run = heddle(dataDir)
      const create = ["accounts", "create", "--email", "someone@example.com"]
      const account = JSON.parse((await run(...create, "--json")).lastLine)
      assert.match(account.id, /^acct_/)
      assert.strictEqual(account.email, "someone@example.com")

      const made = await run("accounts", "key", "--account", account.id, "--name", "first", "--json")
      const key = JSON.parse(made.lastLine)
      assert.match(key.key, /^hdl_[0-9A-Za-z]{38}$/)
      assert.deepInclude(key, { name: "first" })

      const doctor = await run("doctor", "--ledger")
      assert.match(doctor.output, /^Works, with 2 warnings\.\nWARNING .*\nWARNING mail +is only written to the log/m)
      assert.match(doctor.output, /^ok +database +PostgreSQL/m)
      assert.match(doctor.output, /^ok +data folder /m)
      assert.match(doctor.output, /no server is running on this data folder$/m)
      assert.notInclude(doctor.output, "HEDDLE_PORT")
      assert.match((await run("doctor", "--settings")).output, /^HEDDLE_PORT +4000$/m)
      assert.match(doctor.output, /^texts of posts +derived by rules of version \d+$/m)
      assert.match(doctor.output, /^inspiration library +\d+ posts/m)
      assert.match(doctor.output, /^forecasts +likes: the prior/m)
      assert.match(doctor.output, /^rounds +some rules were never checked$/m)
      assert.match(doctor.output, /^rounds +accounts that wait for credits: 0$/m)
      assert.match(
        doctor.output,
        /^table usage_entries +\d+ kB  (?:about \d+ rows|rows not counted yet) .*kept 13 months one by one, then summed up by day$/m
      )
      assert.match(doctor.output, /^table mails .*kept 30d$/m)
      assert.match(doctor.output, /ledger: checked 1 accounts, 0 grants, 0 entries and 0 holds in [\d.]+ s/)

      const refused = await run(...create)
      assert.strictEqual(refused.code, 1)
      assert.include(refused.output, "already exists")
      assert.notMatch(refused.output, /^\s+at /m)
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  }, 180_000)

  it("refuses what is typed or set wrongly before it creates anything, without the whole help", async () => {
    const parent = await mkdtemp(join(tmpdir(), "heddle-cli-"))
    const dataDir = join(parent, "data")
    const refusals: ReadonlyArray<readonly [ReadonlyArray<string>, Readonly<Record<string, string>>, string]> = [
      [
        ["serve"],
        { HEDDLE_SOURCE: "blueski" },
        'it names "blueski"; did you mean bluesky? Use one or more of simulation'
      ],
      [["serve"], { HEDDLE_SOURCE: "mastodon" }, "Set HEDDLE_MASTODON_INSTANCES"],
      [["servee"], {}, "Unknown command servee; did you mean serve?"],
      [["doctor", "--ledgr"], {}, "Unknown flag --ledgr; did you mean --ledger?"],
      [
        ["accounts", "create", "--email", "not"],
        {},
        '--email cannot be "not": must be an email address such as name@example.com.'
      ],
      [["ingest"], {}, "Missing required argument: file."]
    ]
    try {
      for (const [args, env, message] of refusals) {
        const { code, output } = await heddle(dataDir, env)(...args)
        assert.strictEqual(code, 1, output)
        assert.include(output, message)
        assert.isAtMost(output.trimEnd().split("\n").length, 3, output)
      }
      assert.deepStrictEqual(await readdir(parent), [])
    } finally {
      await rm(parent, { recursive: true, force: true })
    }
  }, 120_000)

  it("serve opens the operator port to other machines only with a token", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "heddle-cli-"))
    try {
      const refused = await heddle(dataDir, {
        HEDDLE_OPERATOR_HOST: "0.0.0.0",
        HEDDLE_PORT: String(await freePort()),
        HEDDLE_SOURCE: "none"
      })("serve")
      assert.strictEqual(refused.code, 1)
      assert.include(refused.output, "Set HEDDLE_OPERATOR_TOKEN")
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  }, 120_000)
})
