/** Anything that can happen to stored posts, for properties of what is kept beside them. */
import { encode, termsOf } from "@heddle/text"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { Ingestion } from "../../src/sources/ingestion/Ingestion.ts"
import { Reindex } from "../../src/store/writing/Reindex.ts"
import { origin, writePosts } from "./Posts.ts"

/** A post without its time. Its code is `p0` and so on. */
export interface WrittenPost {
  readonly code: string
  readonly caption: string
  /** In seconds. */
  readonly age: number
}

const codes = 40

export const someCode = fc.nat(codes).map((at) => `p${at}`)

type Keeping = "add" | "recount" | "choose"

/** Writes and deletions of posts, foreign writes, reindexes, pauses, and what keeps the rows beside the posts. */
export const storeOperation = <Post extends WrittenPost>(post: fc.Arbitrary<Post>) =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        does: fc.constant("write" as const),
        posts: fc.array(post, { minLength: 1, maxLength: 15 })
      })
    },
    {
      weight: 1,
      arbitrary: fc.record({ does: fc.constant("delete" as const), codes: fc.array(someCode, { minLength: 1 }) })
    },
    {
      weight: 6,
      arbitrary: fc.record({
        does: fc.constantFrom(
          "add" as const,
          "recount" as const,
          "choose" as const,
          "write behind our back" as const,
          "reindex" as const,
          "wait" as const
        )
      })
    }
  )
export type StoreOperation<Post extends WrittenPost> = ReturnType<
  ReturnType<typeof storeOperation<Post>>["generate"]
>["value"]

const nowSeconds = Effect.map(
  Effect.clockWith((clock) => clock.currentTimeMillis),
  (millis) => Math.floor(millis / 1_000)
)

/** `keep` does what keeps the rows beside the posts. */
export const performOperation = Effect.fnUntraced(function* <Post extends WrittenPost, E, R>(
  operation: StoreOperation<Post>,
  keep: (what: Keeping) => Effect.Effect<unknown, E, R>
) {
  switch (operation.does) {
    case "write": {
      const time = yield* nowSeconds
      return yield* writePosts(
        ...operation.posts.map(({ age, ...post }) => ({ ...post, post_timestamp: time - age, observed_at: time }))
      )
    }
    case "delete":
      return yield* (yield* Ingestion).write(
        operation.codes.map((code) => ({ type: "delete" as const, code })),
        origin
      )
    case "write behind our back": {
      const sql = yield* SqlClient.SqlClient
      return yield* sql.withTransaction(
        Effect.andThen(
          sql`
        UPDATE posts SET like_count = 7, reply_count = 5, language = 'ko', token_text = '<coffee>',
          terms = ${`{${termsOf(encode("coffee")).join(",")}}`}::int[], text_version = 0
        WHERE code < 'p15'`,
          sql`SELECT reset_rollups()`
        )
      )
    }
    case "reindex":
      return yield* (yield* Reindex).step()
    case "wait":
      return yield* TestClock.adjust("7 hours")
    default:
      return yield* keep(operation.does)
  }
})
