import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { DatabaseInfo } from "../../../src/database/client/DatabaseInfo.ts"
import { pgliteMajor } from "../../../src/database/pglite/DataDir.ts"
import * as PgliteClient from "../../../src/database/pglite/PgliteClient.ts"

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "heddle-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

const startWriter = (folder: string) =>
  Effect.acquireRelease(
    Effect.sync(() =>
      spawn(process.execPath, [join(import.meta.dirname, "PgliteWriter.ts"), folder], {
        stdio: ["pipe", "pipe", "inherit"]
      })
    ),
    (writer) => Effect.sync(() => writer.kill("SIGKILL"))
  )

/** What remains when the very first start is killed while the database is created. */
const plantUnfinished = (folder: string) => {
  mkdirSync(`${folder}.new-1`)
  writeFileSync(join(`${folder}.new-1`, "PG_VERSION"), pgliteMajor)
}

const total = (folder: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    return yield* sql<{ total: number; last: number }>`SELECT count(*) AS total, max(value) AS last FROM written`
  }).pipe(Effect.provide(PgliteClient.layer({ folder }), { local: true }))

describe("PGlite in a folder", () => {
  it.live("admits one process, and keeps what was committed when that is killed", () =>
    Effect.gen(function* () {
      const folder = join(yield* temporaryFolder, "database")
      plantUnfinished(folder)
      const writer = yield* startWriter(folder)
      const lines = createInterface(writer.stdout)
      const seen: Array<string> = []
      lines.on("line", (line) => seen.push(line))
      yield* Effect.promise(() => once(lines, "line"))

      const refused = yield* Effect.flip(Effect.scoped(Layer.build(PgliteClient.layer({ folder }))))
      assert.include(refused.message, `in use by process ${writer.pid}`)

      const exited = once(writer, "exit")
      writer.kill("SIGKILL")
      yield* Effect.promise(() => Promise.all([exited, once(lines, "close")]))
      const committed = Number(seen.at(-1))
      const [first] = yield* total(folder)
      assert.isAtLeast(first?.total ?? 0, committed)
      assert.strictEqual(first?.total, first?.last)
      assert.deepStrictEqual((yield* total(folder))[0], first)
      assert.isFalse(existsSync(`${folder}.new-1`))
      assert.strictEqual(readFileSync(join(folder, "PG_VERSION"), "utf8").trim(), pgliteMajor)
    })
  )

  it.effect("is lost when somebody removes the folder", () =>
    Effect.gen(function* () {
      const parent = join(yield* temporaryFolder, "data")
      yield* Effect.gen(function* () {
        const losing = yield* Effect.forkChild(Effect.flip((yield* DatabaseInfo).lost), { startImmediately: true })
        yield* TestClock.adjust("1 hour")
        assert.isUndefined(losing.pollUnsafe())
        rmSync(parent, { recursive: true })
        yield* TestClock.adjust("5 seconds")
        assert.include((yield* Fiber.join(losing)).message, "was removed, moved or replaced while it was in use")
      }).pipe(Effect.provide(PgliteClient.layer({ folder: join(parent, "database") })))
    })
  )
})
