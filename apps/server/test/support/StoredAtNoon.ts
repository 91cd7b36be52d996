/** Posts that are stored around a noon at which a test's clock stands. */
import { Effect } from "effect"
import { Ingestion } from "../../src/sources/ingestion/Ingestion.ts"
import type { Change } from "../../src/store/Change.ts"
import { origin } from "./Posts.ts"

export const hour = 3_600
export const day = 24 * hour
/** Seconds; noon, so that a day is not over at once. */
export const start = 100 * day + 12 * hour

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
