/** Tests as a new customer of a served product whose clock is ours. */
import type { AccountId } from "@heddle/api"
import { layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { onAnyDatabase } from "../../../../test/support/Databases.ts"
import { Ingestion } from "../../src/sources/ingestion/Ingestion.ts"
import type { Change } from "../../src/store/Change.ts"
import { origin } from "./Posts.ts"
import { ScriptedSource } from "./ScriptedSource.ts"
import { customer, ServedApi } from "./ServedApi.ts"
import { forgetAll } from "./StoredState.ts"
import { testServicesWith } from "./TestServices.ts"

/** The source of the stored posts, which knows nothing when it is asked. */
const services = testServicesWith({}, new ScriptedSource(origin.source).source)

export const hour = 3_600
export const day = 24 * hour
/** Seconds; noon, so that a day is not over at once. */
export const start = 100 * day + 12 * hour

type Services =
  | Layer.Success<typeof ServedApi.layerNoDeps>
  | Layer.Success<typeof services>
  | Layer.Success<Parameters<Parameters<typeof onAnyDatabase>[1]>[1]>

/** Tests by what they show, each as a new customer on a database without posts. */
export type Rows = Readonly<
  Record<string, (customer: { readonly id: AccountId; readonly key: string }) => Effect.Effect<void, unknown, Services>>
>

export const asNewCustomer = (subject: string, tests: Rows) => {
  onAnyDatabase(subject, (_name, database) => {
    const served = ServedApi.layerNoDeps.pipe(
      Layer.provideMerge(services),
      Layer.provideMerge(database),
      Layer.provide(startOfTests)
    )
    layer(served, { timeout: "60 seconds" })((it) => {
      for (const [title, test] of Object.entries(tests)) {
        it.effect(title, () =>
          Effect.gen(function* () {
            yield* TestClock.setTime(start * 1_000)
            yield* forgetAll
            yield* test(yield* customer({ plan: "standard", credits: 100_000 }))
          })
        )
      }
    })
  })
}

/** Before the services start, or their loops would live through every minute since 1970 in the first test. */
const startOfTests = Layer.effectDiscard(TestClock.setTime(start * 1_000))

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
export const storeMany = (count: number, fields: PostFields = {}, prefix = "p") =>
  store(
    ...Array.from({ length: count }, (_, index) => ({
      ...fields,
      code: `${prefix}${index}`,
      post_timestamp: start - index
    }))
  )
