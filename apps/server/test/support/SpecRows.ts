/** Rows of the description's tables, each a test on a served product whose clock is ours. */
import { layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import { onEveryDatabase } from "../../../../test/support/Databases.ts"
import { Ingestion } from "../../src/sources/ingestion/Ingestion.ts"
import type { Change } from "../../src/sources/ingestion/Change.ts"
import { origin } from "./Posts.ts"
import { customer, ServedApi } from "./ServedApi.ts"
import { forgetAll } from "./StoredState.ts"

export const hour = 3_600
export const day = 24 * hour
/** Seconds; noon, so that a day is not over at once. */
export const start = 100 * day + 12 * hour

type Services =
  | Layer.Success<typeof ServedApi.layer>
  | Layer.Success<Parameters<Parameters<typeof onEveryDatabase>[1]>[1]>

/** The tests of a table, by row. */
export type Rows = Readonly<
  Record<string, (customer: { readonly id: string; readonly key: string }) => Effect.Effect<void, unknown, Services>>
>

/** A test for each row, named after it, as a new customer on a database without posts. */
export const rowsOfTables = (tables: Readonly<Record<string, Rows>>) =>
  onEveryDatabase("The description", (_name, database) => {
    layer(ServedApi.layer.pipe(Layer.provideMerge(database)), { timeout: "60 seconds" })((it) => {
      for (const [table, rows] of Object.entries(tables)) {
        describe(`${table}`, () => {
          for (const [row, test] of Object.entries(rows)) {
            it.effect(row, () =>
              Effect.gen(function* () {
                yield* TestClock.setTime(start * 1_000)
                yield* forgetAll
                yield* test(yield* customer({ plan: "standard", credits: 100_000 }))
              })
            )
          }
        })
      }
    })
  })

export type PostFields = Partial<Extract<Change, { type: "post" }>>

/** English posts of this very second by default. */
export const store = (...posts: ReadonlyArray<PostFields & { readonly code: string }>) =>
  Effect.flatMap(Ingestion, (ingestion) =>
    ingestion.write(
      posts.map((post) => ({
        type: "post",
        caption: "this is a plain post about a wombat",
        username: "ann",
        post_timestamp: start,
        ...post
      })),
      origin
    )
  )

/** So many posts, each a second older than the one before. */
export const storeMany = (count: number, fields: PostFields = {}) =>
  store(
    ...Array.from({ length: count }, (_, index) => ({ ...fields, code: `p${index}`, post_timestamp: start - index }))
  )
