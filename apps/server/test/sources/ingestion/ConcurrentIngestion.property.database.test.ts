/** Several who ingest the same posts at the same time on PostgreSQL: nobody waits in a circle, nothing is lost or twice. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import fc from "fast-check"
import { onPostgres } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { PostMaintenance } from "../../../src/store/retention/PostMaintenance.ts"
import { metricStep } from "../../../src/store/posts/Counts.ts"
import type { Change } from "../../../src/store/Change.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import { origin } from "../../support/Posts.ts"
import { forEveryCase } from "../../support/Property.ts"
import { forgetAll } from "../../support/StoredState.ts"
import { TestServices } from "../../support/TestServices.ts"

const minute = 60
const hour = 60 * minute

/** A post of the network. What the first line says of it is the same whoever tells it; counts differ. */
interface Known {
  readonly username: string
  readonly parent: number | null
  /** Seconds before now. */
  readonly age: number
}

type Told = { readonly post: number; readonly likes: number } | { readonly gone: number }

interface Scenario {
  readonly posts: ReadonlyArray<Known>
  /** Each writer's batches, one after the other; the writers at the same time. */
  readonly writers: ReadonlyArray<ReadonlyArray<ReadonlyArray<Told>>>
}

const scenario: fc.Arbitrary<Scenario> = fc.integer({ min: 4, max: 24 }).chain((size) => {
  const index = fc.nat(size - 1)
  const told: fc.Arbitrary<Told> = fc.oneof(
    { weight: 5, arbitrary: fc.record({ post: index, likes: fc.nat(1_000) }) },
    { weight: 2, arbitrary: fc.record({ gone: index }) }
  )
  const batch = fc.array(told, { minLength: 1, maxLength: 2 * size })
  return fc.record({
    posts: fc.array(
      fc.record({
        username: fc.constantFrom("ann", "bob", "cleo"),
        parent: fc.option(index, { freq: 6 }),
        age: fc.integer({ min: 0, max: 30 * hour })
      }),
      { minLength: size, maxLength: size }
    ),
    writers: fc.array(fc.array(batch, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 5 })
  })
})

const codeOf = (index: number): string => `p${String(index).padStart(2, "0")}`

/** Every observation has a time of its own, in whatever order they are told. */
const changesOf = ({ posts, writers }: Scenario, time: number): ReadonlyArray<ReadonlyArray<ReadonlyArray<Change>>> => {
  const lines = writers.flat(2).length
  let told = 0
  return writers.map((batches) =>
    batches.map((batch) =>
      batch.map((line): Change => {
        // Neighbours in a batch are far apart in time, so that the newest is anybody's.
        const observed_at = time - ((told * 7_919) % (lines * 7_919 + 1)) / 8_000
        told += 1
        if ("gone" in line) return { type: "delete", code: codeOf(line.gone) }
        const { username = "", parent = null, age = 0 } = posts[line.post] ?? {}
        return {
          type: "post",
          code: codeOf(line.post),
          caption: "this is a post",
          username,
          post_timestamp: time - age,
          reply_to: parent === null ? null : codeOf(parent),
          like_count: line.likes,
          observed_at
        }
      })
    )
  )
}

const Stored = Schema.Array(
  Schema.Struct({
    code: Schema.String,
    authorId: Schema.String,
    likeCount: Schema.Int,
    metricStep: Schema.Int,
    replyTo: Schema.NullOr(Schema.String)
  })
)
const Edges = Schema.Array(
  Schema.Struct({ code: Schema.String, replyTo: Schema.String, replyToAuthorId: Schema.NullOr(Schema.String) })
)

/** What is left of each post in any order of the batches: the newest counts, unless somebody deleted it. */
const expected = (changes: ReadonlyArray<Change>) => {
  const deleted = new Set(changes.flatMap((change) => (change.type === "delete" ? [change.code] : [])))
  const newest = new Map<string, Extract<Change, { type: "post" }>>()
  for (const change of changes) {
    if (change.type !== "post" || deleted.has(change.code)) continue
    if ((change.observed_at ?? 0) > (newest.get(change.code)?.observed_at ?? -1)) newest.set(change.code, change)
  }
  const posts = [...newest.values()].toSorted((one, other) => (one.code < other.code ? -1 : 1))
  return {
    deleted,
    posts: posts.map(({ code, username, like_count = 0, observed_at = 0, post_timestamp, reply_to = null }) => ({
      code,
      authorId: username ?? "",
      likeCount: like_count,
      metricStep: metricStep(Math.trunc(observed_at * 1000) - Math.trunc(post_timestamp * 1000)),
      replyTo: reply_to
    })),
    edges: posts.flatMap(({ code, reply_to }) =>
      typeof reply_to === "string"
        ? [{ code, replyTo: reply_to, replyToAuthorId: newest.get(reply_to)?.username ?? null }]
        : []
    )
  }
}

onPostgres("Several who ingest at the same time on PostgreSQL", ({ layer: postgres }) => {
  layer(TestServices.pipe(Layer.provideMerge(postgres)), { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    it.effect(
      "leave what one after the other leaves, in whatever order",
      () =>
        forEveryCase(
          scenario,
          runs(60),
          Effect.fnUntraced(function* (one) {
            const sql = yield* SqlClient.SqlClient
            const ingestion = yield* Ingestion
            const upkeep = yield* PostMaintenance
            yield* forgetAll
            const time = Math.floor(Date.now() / 1000) - 10
            const writers = changesOf(one, time)
            const outcomes = yield* Effect.forEach(
              writers,
              (batches) =>
                Effect.forEach(batches, (batch) =>
                  Effect.map(ingestion.write(batch, origin), (made) =>
                    made.map((outcome, index) => ({
                      outcome,
                      code: batch[index]?.type === "user" ? "" : batch[index]?.code
                    }))
                  )
                ),
              { concurrency: "unbounded" }
            )
            yield* upkeep.run

            const { posts, edges, deleted } = expected(writers.flat(2))
            assert.deepStrictEqual(
              Schema.decodeUnknownSync(Stored)(
                yield* sql`SELECT code, author_id, like_count, metric_step, reply_to FROM posts ORDER BY code`
              ),
              posts
            )
            assert.deepStrictEqual(
              Schema.decodeUnknownSync(Edges)(
                yield* sql`SELECT code, reply_to, reply_to_author_id FROM replies ORDER BY code`
              ),
              edges
            )
            assert.deepStrictEqual(
              (yield* sql<{ code: string }>`
                SELECT code FROM post_codes WHERE deleted_at IS NOT NULL ORDER BY code`).map(({ code }) => code),
              [...deleted].toSorted()
            )
            const made = outcomes.flat(2)
            const codesThat = (outcome: string) =>
              made.flatMap((one) => (one.outcome === outcome ? [one.code] : [])).toSorted()
            const accepted = codesThat("accepted")
            assert.strictEqual(new Set(accepted).size, accepted.length, "a post is created once")
            assert.deepStrictEqual(
              codesThat("deleted"),
              accepted.filter((code) => deleted.has(code ?? ""))
            )
          })
        ),
      120_000 * runs(1)
    )
  })
})
