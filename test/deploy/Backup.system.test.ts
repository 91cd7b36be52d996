/** The commands of docs/operations/backup.md return a database to a second. */
import { Effect, Redacted } from "effect"
import { execFileSync } from "node:child_process"
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "vitest"
import { describeWith } from "../support/DescribeWith.ts"
import { choosePlace, eventually, type HeddleProcess, runHeddle, startHeddle } from "../support/HeddleProcess.ts"
import { type Account, callApi, createAccount, giveCredits } from "../support/Operator.ts"
import { Optional } from "../support/Optional.ts"
import { findFolderWith } from "../support/PostgresPrograms.ts"
import * as PostgresServer from "../support/PostgresServer.ts"
import { valueOf } from "../support/Rows.ts"
import { temporaryFolderOf, unprivilegedAccount } from "../support/UnprivilegedAccount.ts"

const baseBackup = new Optional({
  thing: "POSTGRES",
  name: "pg_basebackup",
  remedy: "install PostgreSQL 15 or later",
  find: () => Effect.runSync(findFolderWith(["pg_basebackup", "pg_ctl"]))
})

const page = readFileSync(new URL("../../docs/operations/backup.md", import.meta.url), "utf8")

/** The one block of the page in this language that has this text. */
const blockWith = (language: string, text: string): string => {
  const blocks = page.split("```").filter((block) => block.startsWith(`${language}\n`) && block.includes(text))
  assert.strictEqual(blocks.length, 1, text)
  return (blocks[0] ?? "").slice(language.length + 1)
}

const balanceOf = async (heddle: HeddleProcess, customer: Account): Promise<unknown> =>
  (await callApi(heddle, customer, "GET", "/balance")).data.remaining_credits

describeWith(baseBackup, "A backup of files and log", (bin) => {
  it("restores the second that is asked for", { timeout: 240_000 }, async () => {
    const account = unprivilegedAccount()
    const folder = mkdtempSync(join(temporaryFolderOf(account), "heddle-backup-"))
    const [backups, restored] = [join(folder, "backups"), join(folder, "restored")]
    for (const path of [folder, backups, join(backups, "wal")]) {
      mkdirSync(path, { recursive: true })
      if (account !== undefined) chownSync(path, account.uid, account.gid)
    }
    const here = (text: string) =>
      text.replaceAll("/var/backups/heddle", backups).replaceAll("/var/lib/postgresql/restored", restored)
    const run = (script: string, env: Readonly<Record<string, string>> = {}) =>
      execFileSync("/bin/sh", ["-euc", here(script)], {
        ...account,
        cwd: folder,
        env: { PATH: `${bin}:/usr/bin:/bin`, ...env },
        stdio: "ignore"
      })
    const archiving = here(blockWith("ini", "archive_mode")).trim().split("\n")
    const scenario = Effect.gen(function* () {
      const server = yield* PostgresServer.start({ settings: ["fsync = off", ...archiving] })
      const url = Redacted.value(server.url)
      yield* Effect.promise(async () => {
        const place = await choosePlace(join(folder, "data"), { DATABASE_URL: url })
        const before = await startHeddle(place)
        const customer = await createAccount(before, { plan: "standard" }, "backup@example.com")
        await giveCredits(before, customer, { credits: 1_000 })
        run(blockWith("shell", "pg_basebackup"), { SUPERUSER_URL: url })
        await giveCredits(before, customer, { credits: 200 })
        const expected = await balanceOf(before, customer)
        const time = String(await valueOf(url, "SELECT clock_timestamp()::text"))
        await giveCredits(before, customer, { credits: 30 })
        await before.stop()
        const last = String(await valueOf(url, "SELECT pg_walfile_name(pg_switch_wal())"))
        const isArchived = `SELECT coalesce(last_archived_wal >= '${last}', false) FROM pg_stat_archiver`
        await eventually("the log is archived", async () => (await valueOf(url, isArchived)) === true, 30_000)
        server.stopImmediately()
        run(blockWith("shell", "recovery_target_time").replace("2026-11-25 12:00:00+00", time))
        try {
          await eventually(
            "the restored server takes writes",
            async () => (await valueOf(url, "SELECT pg_is_in_recovery()")) === false,
            30_000
          )
          const after = await startHeddle(place)
          assert.strictEqual(await balanceOf(after, customer), expected)
          await after.stop()
          assert.include(await runHeddle(["doctor", "--ledger"], place.env), "ledger")
        } finally {
          run("pg_ctl stop --mode=immediate --pgdata=/var/lib/postgresql/restored")
        }
      })
    })
    try {
      await Effect.runPromise(Effect.scoped(scenario))
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
