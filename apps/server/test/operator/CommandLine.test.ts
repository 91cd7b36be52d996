/** The command line as a process of its own, on an embedded database that nobody serves. */
import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { freePort } from "../../../../test/support/HeddleProcess.ts"

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
  it("creates, grants and makes keys; the last line is JSON; what is refused is said without a stack", async () => {
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

      const listed = await run("accounts", "list", "--json")
      assert.deepInclude(JSON.parse(listed.lastLine)[0], { id: account.id, email: "someone@example.com" })

      const limited = await run(
        ...["accounts", "key", "--account", account.id, "--name", "short", "--expires-in", "90d"],
        ...["--credit-limit", "40", "--json"]
      )
      const { id: shortId } = JSON.parse(limited.lastLine)
      const of = ["--account", account.id, "--key", shortId]
      const renamed = await run("accounts", "rename-key", ...of, "--name", "kurz", "--json")
      const { expires_at, ...record } = JSON.parse(renamed.lastLine)
      assert.deepInclude(record, { id: shortId, name: "kurz", status: "active", credit_limit: 40 })
      assert.closeTo(Date.parse(expires_at), Date.now() + 90 * 86_400_000, 120_000)
      const freed = await run("accounts", "limit-key", ...of, "--credit-limit", "none", "--expires-at", "never")
      assert.include(freed.output, "expires never and may spend any number of credits a month")
      const rotated = JSON.parse((await run("accounts", "rotate-key", ...of, "--json")).lastLine)
      assert.match(rotated.key, /^hdl_[0-9A-Za-z]{38}$/)
      const removed = await run("accounts", "delete-key", "--account", account.id, "--key", rotated.id)
      assert.include(removed.output, `Key ${rotated.id} is deleted.`)
      const shown = await run("accounts", "show", "--account", account.id)
      for (const part of ["someone@example.com", "Plan standard until", "50 credits to spend", "first", "revoked"]) {
        assert.include(shown.output, part)
      }
      const keys = JSON.parse((await run("accounts", "keys", "--account", account.id, "--json")).lastLine)
      assert.lengthOf(keys, 3)

      for (const [args, message] of [
        [["limit-key", ...of], "Give --credit-limit, --expires-in or --expires-at."],
        [["key", "--account", account.id, "--name", "x", "--expires-in", "soon"], "such as 90d"],
        [["key", "--account", account.id, "--name", "x", "--expires-at", "2020-01-01T00:00:00Z"], "in the future"],
        [["rotate-key", ...of], `has no key ${shortId}, or it was deleted or rotated.`],
        [["create", "--email", "someone@example.com"], "exists already"],
        [["grant", "--account", account.id], "Give --plan, --credits, or both."],
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
      assert.include(refused.output, "set HEDDLE_OPERATOR_TOKEN")
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  }, 120_000)
})
