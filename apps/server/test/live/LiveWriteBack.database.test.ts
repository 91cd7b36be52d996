/** What is read live gets into the store like what a stream tells, later and without anybody waiting for it. */
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Queue } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../test/support/Databases.ts"
import { LiveChain } from "../../src/live/LiveChain.ts"
import { LiveWriteBack } from "../../src/live/LiveWriteBack.ts"
import { LivePosts } from "../../src/live/LivePostRow.ts"
import { LiveAuthors } from "../../src/live/LiveAuthors.ts"
import { AuthorProfiles } from "../../src/queries/authors/AuthorProfiles.ts"
import { supervise } from "../../src/runtime/Supervisor.ts"
import { liveWriteTask } from "../../src/sources/ingestion/LiveWriteTask.ts"
import { writePosts } from "../support/Posts.ts"
import { ScriptedSource } from "../support/ScriptedSource.ts"
import { forgetAll, storedState } from "../support/StoredState.ts"
import { testServicesWith } from "../support/TestServices.ts"

const start = 86_400 * 100
const source = new ScriptedSource("network")
const services = supervise(liveWriteTask).pipe(Layer.provideMerge(testServicesWith({}, source.source)))

interface Row {
  readonly code: string
  readonly source: string
  readonly likeCount: number
}

/** Looks at the store again and again until it is as expected; the test's own time limit ends it. */
const stored = Effect.fnUntraced(function* (...expected: ReadonlyArray<readonly [string, string, number]>) {
  const sql = yield* SqlClient.SqlClient
  const rows = sql<Row>`SELECT code, source, like_count FROM posts ORDER BY code`
  const all = Effect.andThen(TestClock.adjust("250 millis"), rows)
  yield* Effect.repeat(all, {
    until: (rows) =>
      JSON.stringify(rows.map((row) => [row.code, row.source, row.likeCount])) === JSON.stringify(expected)
  })
})

const fresh = Effect.gen(function* () {
  yield* TestClock.setTime(start * 1_000)
  yield* forgetAll
  source.forget()
})

onAnyDatabaseWith("What live reads find", { services: services }, (it) => {
  it.effect("is stored under the name of its source; known posts get the new counts", () =>
    Effect.gen(function* () {
      yield* fresh
      yield* writePosts({ code: "known", post_timestamp: start - 60, like_count: 1, observed_at: start - 30 })
      source.tell(
        { code: "known", post_timestamp: start - 60, like_count: 8 },
        { code: "news", post_timestamp: start - 50, like_count: 3 },
        { code: "reply", post_timestamp: start - 40, reply_to: "news" }
      )
      const { data } = yield* (yield* LivePosts).of(["known", "none"])
      assert.deepStrictEqual(
        data.map(({ status }) => status),
        ["ok", "failed"]
      )
      yield* stored(["known", "test", 8])
      yield* (yield* LiveChain).of("news", {})
      yield* stored(["known", "test", 8], ["news", "network", 3], ["reply", "network", 0])
      // An older observation does not undo it.
      yield* writePosts({ code: "known", post_timestamp: start - 60, like_count: 2, observed_at: start - 10 })
      yield* stored(["known", "test", 8], ["news", "network", 3], ["reply", "network", 0])
    })
  )

  it.effect("accounts too, so that the next look-up finds them stored", () =>
    Effect.gen(function* () {
      yield* fresh
      const counts = { follower_count: 1, following_count: 2, post_count: 3 }
      source.users.set("ann", { type: "user", username: "ann", full_name: "Ann", ...counts })
      yield* (yield* LiveAuthors).lookUp(["ann", "nobody"])
      const users = yield* AuthorProfiles
      yield* Effect.repeat(Effect.andThen(TestClock.adjust("250 millis"), users.of(["ann"])), {
        until: ({ rows }) => rows[0]?.status === "ok"
      })
      const { data } = yield* (yield* LiveAuthors).lookUp(["ann"])
      assert.deepStrictEqual(
        data.map((row) => row.status === "ok" && row.source),
        ["stored"]
      )
      assert.lengthOf(source.asked, 1)
      assert.lengthOf((yield* storedState).authors, 1)
    })
  )
})

it.effect("more than can be written is forgotten, the oldest first, and never holds up a read", () =>
  Effect.gen(function* () {
    const findings = yield* LiveWriteBack
    const finding = (code: number) => ({ source: "network", change: { type: "user", username: String(code) } as const })
    for (let batch = 0; batch < 60; batch++) {
      yield* findings.add(Array.from({ length: 500 }, (_, index) => finding(batch * 500 + index)))
    }
    const kept = (yield* Queue.takeAll(findings.waiting)).map(({ change }) => change)
    assert.isAtMost(kept.length, 20_000)
    assert.deepStrictEqual(kept.at(-1), finding(29_999).change)
    assert.deepStrictEqual(kept[0], finding(30_000 - kept.length).change)
  }).pipe(Effect.provide(LiveWriteBack.layer))
)
