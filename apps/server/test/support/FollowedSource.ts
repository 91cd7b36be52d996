/** Runs a source as the server does, without its waits: from the stored cursor, again whenever its network fails. */
import { Effect, Schedule, Stream } from "effect"
import { SqlClient } from "effect/sql"
import type { RecountedPost } from "../../../../test/support/jetstream/Recount.ts"
import type { Source } from "../../src/sources/ingestion/Source.ts"
import { SourceBatches } from "../../src/store/batches/SourceBatches.ts"

/** Runs until the scope closes. */
export const follow = Effect.fnUntraced(function* ({ name, batches }: Source) {
  const store = yield* SourceBatches
  const once = Effect.gen(function* () {
    const cursor = yield* store.cursorOf(name)
    yield* Stream.runForEach(batches(cursor), (batch) => store.store(batch, { source: name, urlTemplate: "" }))
  })
  return yield* Effect.forkScoped(
    once.pipe(
      Effect.catchTag("SourceError", () => Effect.void),
      Effect.andThen(Effect.sleep("10 millis")),
      Effect.forever
    )
  )
})

interface Row {
  readonly code: string
  readonly likeCount: number
  readonly replyCount: number
  readonly repostCount: number
}

export const storedCounts = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<Row>`SELECT code, like_count, reply_count, repost_count FROM posts ORDER BY code`
  return new Map(
    rows.map(({ code, likeCount, replyCount, repostCount }): [string, RecountedPost] => [
      code,
      { likes: likeCount, replies: replyCount, reposts: repostCount }
    ])
  )
}).pipe(Effect.orDie)

/** Waits until this holds. The bound only ends a wait for what never comes. */
export const eventually = <E, R>(what: string, holds: Effect.Effect<boolean, E, R>) =>
  holds.pipe(
    Effect.repeat({ schedule: Schedule.spaced("20 millis"), until: (isTrue) => isTrue }),
    Effect.timeoutOrElse({ duration: "90 seconds", orElse: () => Effect.die(new Error(`never so: ${what}`)) })
  )

export const sorted = <A>(counts: ReadonlyMap<string, A>): ReadonlyArray<readonly [string, A]> =>
  [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))
