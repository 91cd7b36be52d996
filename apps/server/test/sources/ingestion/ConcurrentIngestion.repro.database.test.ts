/**
 * Edges between posts are written by whoever has the reply or the post it answers, who may be two: each locked the
 * other's edges in an order of its own, and both waited until one was cut off.
 */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { onPostgres } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { PostMaintenance } from "../../../src/store/retention/PostMaintenance.ts"
import type { Change } from "../../../src/store/Change.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import { origin } from "../../support/Posts.ts"
import { forgetAll } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

const rounds = runs(6)
const numbers = Array.from({ length: 400 }, (_, index) => String(index).padStart(3, "0"))
const even = numbers.filter((_, index) => index % 2 === 0)
const odd = numbers.filter((_, index) => index % 2 === 1)

const post = (code: string, reply_to: string | null): Change => ({
  type: "post",
  code,
  caption: "this is a post",
  username: `by-${code}`,
  post_timestamp: Math.floor(Date.now() / 1000) - 3_600,
  reply_to
})
const parents = (of: ReadonlyArray<string>) => of.map((number) => post(`p${number}`, null))
const replies = (of: ReadonlyArray<string>) => of.map((number) => post(`r${number}`, `p${number}`))
const gone = (letter: "p" | "r", of: ReadonlyArray<string>) =>
  of.map((number): Change => ({ type: "delete", code: `${letter}${number}` }))

onPostgres("Replies and what they answer, at the same time on PostgreSQL", ({ layer: postgres }) => {
  layer(TestServices.pipe(Layer.provideMerge(postgres)), { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    const write = (batch: ReadonlyArray<Change>) => Effect.flatMap(Ingestion, (service) => service.write(batch, origin))
    const upkeep = Effect.flatMap(PostMaintenance, ({ run }) => run)
    const together = (before: ReadonlyArray<Change>, ...batches: ReadonlyArray<ReadonlyArray<Change>>) =>
      Effect.gen(function* () {
        for (let round = 0; round < rounds; round += 1) {
          yield* forgetAll
          yield* write(before)
          yield* Effect.all([...batches.map(write), upkeep], { concurrency: "unbounded" })
        }
        yield* upkeep
        const sql = yield* SqlClient.SqlClient
        return yield* sql<{ code: string; replyToAuthorId: string | null }>`
          SELECT code, reply_to_author_id FROM replies ORDER BY code`
      })

    it.effect("deleted by the writer that creates the other half", () =>
      Effect.gen(function* () {
        const left = yield* together(
          [...parents(numbers), ...replies(numbers)],
          [...gone("r", even), ...gone("p", odd)],
          [...gone("r", odd.toReversed()), ...gone("p", even.toReversed())]
        )
        assert.deepStrictEqual(left, [])
      })
    )

    it.effect("parents that come while their replies go", () =>
      Effect.gen(function* () {
        const left = yield* together(
          replies(numbers),
          parents(numbers.toReversed()),
          gone("r", even.toReversed()),
          gone("r", odd)
        )
        assert.deepStrictEqual(left, [])
      })
    )

    it.effect("parents that come while their replies come, and go again", () =>
      Effect.gen(function* () {
        const left = yield* together([], parents(numbers), replies(numbers.toReversed()))
        assert.deepStrictEqual(
          left,
          numbers.map((number) => ({ code: `r${number}`, replyToAuthorId: `by-p${number}` }))
        )
      })
    )

    it.effect("replies that come while their parents go", () =>
      Effect.gen(function* () {
        const left = yield* together(parents(numbers), replies(numbers), gone("p", even), gone("p", odd.toReversed()))
        assert.deepStrictEqual(
          left,
          numbers.map((number) => ({ code: `r${number}`, replyToAuthorId: null }))
        )
      })
    )
  })
})
