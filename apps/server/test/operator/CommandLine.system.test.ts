/** The command line as a process of its own, on an embedded database that nobody serves. */
import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
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

describe("heddle accounts", () => {
  it("creates accounts, grants and keys; the last line is JSON; errors show no stack", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "heddle-cli-"))
    try {
      const run = heddle(dataDir)
      const created = await run("accounts", "create", "--email", "someone@example.com", "--json")
      const account = JSON.parse(created.lastLine)
      assert.match(account.id, /^acct_/)
      assert.strictEqual(account.email, "someone@example.com")

      const granted = await run(
        "accounts",
        "grant",
        "--account",
        account.id,
        "--plan",
        "standard",
        "--credits",
        "50",
        "--json"
      )
      const grant = JSON.parse(granted.lastLine)
      assert.deepInclude(grant, { kind: "plan", credits: 50 })
      assert.match(grant.id, /^grant_/)

      const made = await run("accounts", "key", "--account", account.id, "--name", "first", "--json")
      const key = JSON.parse(made.lastLine)
      assert.match(key.key, /^hdl_[0-9A-Za-z]{38}$/)
      assert.deepInclude(key, { name: "first" })

      const rotated = await run("accounts", "rotate-key", "--account", account.id, "--key", key.id, "--json")
      assert.match(JSON.parse(rotated.lastLine).key, /^hdl_[0-9A-Za-z]{38}$/)
      const notices = await run("accounts", "notices", "--account", account.id, "--below", "25%", "--json")
      const changed = { id: account.id, enabled: true, below_credits: null, below_percent: 25 }
      assert.deepStrictEqual(JSON.parse(notices.lastLine), changed)
      const doctor = await run("doctor", "--ledger")
      assert.match(doctor.output, /^texts of posts +derived by rules of version \d+$/m)
      assert.match(
        doctor.output,
        /^table usage_entries +\d+ kB  about \d+ rows .*kept 13 months one by one, then summed up by day$/m
      )
      assert.match(doctor.output, /^table mails .*kept 30d$/m)
      assert.match(doctor.output, /ledger: checked 1 accounts, 1 grants, 0 entries and 0 holds in [\d.]+ s/)

      for (const [args, message] of [
        [
          ["delete-key", "--account", account.id, "--key", key.id],
          `has no key ${key.id}, or it was deleted or rotated.`
        ],
        [["create", "--email", "someone@example.com"], "already exists"],
        [["grant", "--account", account.id], "Give --plan, --credits, or both."],
        [["notices", "--account", account.id, "--below", "0"], "--below takes credits"],
        [["key", "--account", "acct_none", "--name", "x"], "There is no account acct_none."]
      ] as const) {
        const refused = await run("accounts", ...args)
        assert.strictEqual(refused.code, 1, message)
        assert.include(refused.output, message)
        assert.notMatch(refused.output, /^\s+at /m)
      }
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  }, 180_000)

  it("serve opens the operator port to other machines only with a token", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "heddle-cli-"))
    try {
      const refused = await heddle(dataDir, {
        HEDDLE_OPERATOR_HOST: "0.0.0.0",
        HEDDLE_PORT: String(await freePort()),
        HEDDLE_SOURCE: "none"
      })("serve")
      assert.strictEqual(refused.code, 1)
      assert.include(refused.output, "set HEDDLE_OPERATOR_TOKEN")
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  }, 120_000)
})
