/** Files that grow, are rotated, truncated or missing, and a service that stops in between: each line is stored once. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber, FileSystem, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { appendFileSync } from "node:fs"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { makeFollowedFiles } from "../../../src/sources/ndjson/FollowedFiles.ts"
import { eventually, follow } from "../../support/FollowedSource.ts"
import { forgetAll } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

const time = Math.floor(Date.now() / 1_000) - 5_000

const lineOf = (code: string, likes = 0) =>
  `${JSON.stringify({ type: "post", code, caption: "a plain post", username: "u", post_timestamp: time, like_count: likes })}\n`

const codes = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql<{ code: string }>`SELECT code FROM posts ORDER BY code`).map(({ code }) => code).join(" ")
})

const stored = (expected: string) =>
  eventually(
    `stored: ${expected}`,
    Effect.map(codes, (found) => found === expected)
  )

const rejectedCount = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  return (yield* sql`SELECT 1 FROM rejected_events WHERE source = 'ndjson'`).length
})

const fresh = Effect.gen(function* () {
  yield* forgetAll
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM source_cursors`
  yield* sql`DELETE FROM rejected_events`
  const fs = yield* FileSystem.FileSystem
  const folder = yield* fs.makeTempDirectoryScoped()
  const path = `${folder}/posts.ndjson`
  return { fs, folder, path, append: (text: string) => Effect.sync(() => appendFileSync(path, text)) }
})

onAnyDatabase("followed files", (_name, database) => {
  const services = TestServices.pipe(Layer.provideMerge(database), Layer.provideMerge(NodeServices.layer))
  layer(services, { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    it.effect("lines are stored as the file grows, one that is not complete only when it is", () =>
      Effect.gen(function* () {
        const { append, path } = yield* fresh
        yield* follow(yield* makeFollowedFiles([path]))
        // The file comes later than the service.
        yield* append(lineOf("a"))
        yield* stored("a")
        const [begin, end] = [lineOf("c").slice(0, 30), lineOf("c").slice(30)]
        yield* append(`${lineOf("b")}garbage\n\n${begin}`)
        yield* stored("a b")
        yield* append(end)
        yield* stored("a b c")
        assert.strictEqual(yield* rejectedCount, 1)
      }).pipe(Effect.scoped)
    )

    it.effect("a rotated file is read to its end, then the new one, also across a restart", () =>
      Effect.gen(function* () {
        const { append, fs, folder, path } = yield* fresh
        const source = yield* makeFollowedFiles([path])
        yield* append(lineOf("a"))
        const running = yield* follow(source)
        yield* stored("a")
        yield* fs.rename(path, `${folder}/posts.ndjson.1`)
        appendFileSync(`${folder}/posts.ndjson.1`, lineOf("b"))
        yield* append(lineOf("c"))
        yield* stored("a b c")
        yield* Fiber.interrupt(running)
        // While the service is stopped: the last lines of the old file must not be lost.
        yield* append(lineOf("d"))
        yield* fs.rename(path, `${folder}/posts.ndjson.2`)
        yield* append(lineOf("e"))
        yield* follow(source)
        yield* stored("a b c d e")
        assert.strictEqual(yield* rejectedCount, 0)
      }).pipe(Effect.scoped)
    )

    it.effect("a truncated file is read from its beginning, also when it is longer again by then", () =>
      Effect.gen(function* () {
        const { append, fs, path } = yield* fresh
        yield* append(lineOf("a") + lineOf("b"))
        yield* follow(yield* makeFollowedFiles([path]))
        yield* stored("a b")
        yield* fs.writeFileString(path, lineOf("c"))
        yield* stored("a b c")
        yield* fs.writeFileString(path, lineOf("d") + lineOf("e") + lineOf("f"))
        yield* stored("a b c d e f")
      }).pipe(Effect.scoped)
    )

    it.effect("what was stored before a restart is not read again", () =>
      Effect.gen(function* () {
        const { append, path } = yield* fresh
        const source = yield* makeFollowedFiles([path])
        yield* append(`garbage\n${lineOf("a")}`)
        const running = yield* follow(source)
        yield* stored("a")
        yield* Fiber.interrupt(running)
        yield* append(lineOf("b"))
        yield* follow(source)
        yield* stored("a b")
        assert.strictEqual(yield* rejectedCount, 1, "the first line was read twice")
      }).pipe(Effect.scoped)
    )

    it.effect("a missing file keeps no other one waiting", () =>
      Effect.gen(function* () {
        const { append, folder, path } = yield* fresh
        yield* append(lineOf("a"))
        yield* follow(yield* makeFollowedFiles([`${folder}/missing/posts.ndjson`, path]))
        yield* stored("a")
        yield* append(lineOf("b"))
        yield* stored("a b")
      }).pipe(Effect.scoped)
    )
  })
})
