import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describeWith } from "../../../../../test/support/DescribeWith.ts"
import { Optional } from "../../../../../test/support/Optional.ts"
import { identify, lockDataDir, lockFile } from "../../../src/database/pglite/DataDirLock.ts"

const folder = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "heddle-"))),
    (parent) => Effect.sync(() => rmSync(parent, { recursive: true }))
  ),
  (parent) => join(parent, "database")
)

const otherProcess = Effect.acquireRelease(
  Effect.sync(() => spawn(process.execPath, ["-e", "process.stdin.resume()"])),
  (child) => Effect.sync(() => child.kill("SIGKILL"))
).pipe(Effect.flatMap(({ pid }) => Effect.fromNullishOr(pid)))

const deadProcess = Effect.callback<number>((resume) => {
  const child = spawn(process.execPath, ["-e", ""])
  child.on("exit", () => resume(Effect.orDie(Effect.fromNullishOr(child.pid))))
})

/** Locks a folder that has this lock file already. */
const lockOver = Effect.fn(function* (content: string) {
  const dir = yield* folder
  writeFileSync(lockFile(dir), content)
  yield* lockDataDir(dir)
  assert.include(readFileSync(lockFile(dir), "utf8"), String(process.pid))
})

describe("DataDirLock", () => {
  it.live("is gone once released", () =>
    Effect.gen(function* () {
      const dir = yield* folder
      yield* Effect.scoped(lockDataDir(dir))
      assert.isFalse(existsSync(lockFile(dir)))
      yield* lockDataDir(dir)
    })
  )

  it.live("cannot be taken twice by one process", () =>
    Effect.gen(function* () {
      const dir = yield* folder
      yield* lockDataDir(dir)
      const error = yield* Effect.flip(Effect.scoped(lockDataDir(dir)))
      assert.include(error.message, `in use by process ${process.pid}`)
      assert.isTrue(existsSync(lockFile(dir)))
    })
  )

  it.live("is held by a live process, with a message that says how to proceed", () =>
    Effect.gen(function* () {
      const pid = yield* otherProcess
      const error = yield* Effect.flip(lockOver(JSON.stringify(identify(pid))))
      assert.include(error.message, `in use by process ${pid}`)
      assert.include(error.message, "HEDDLE_DATA_DIR")
      assert.include(error.message, "DATABASE_URL")
    })
  )

  it.live("is held by a live process whose start is unknown", () =>
    Effect.gen(function* () {
      const pid = yield* otherProcess
      yield* Effect.flip(lockOver(JSON.stringify({ pid })))
    })
  )

  it.live("is free when its process has ended", () =>
    Effect.gen(function* () {
      yield* lockOver(JSON.stringify({ pid: yield* deadProcess, startedAt: "boot:1" }))
    })
  )

  it.live("is free when it has our own process id from an earlier run", () =>
    lockOver(JSON.stringify({ pid: process.pid, startedAt: "boot:1" }))
  )

  it.live("is free when it was written only in part", () => lockOver('{"pid": 1'))
})

const processTimes = new Optional({
  thing: "PROCFS",
  name: "the start times of processes",
  remedy: "run on Linux, which has /proc",
  find: () => identify(process.pid).startedAt
})

describeWith(processTimes, "the lock where start times are known", () => {
  it.live("is free when the id belongs to a new process", () =>
    Effect.gen(function* () {
      yield* lockOver(JSON.stringify({ pid: yield* otherProcess, startedAt: "boot:1" }))
    })
  )
})
