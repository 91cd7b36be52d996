/** Posts as tests write them: what a test does not name does not matter to it. */
import { Effect } from "effect"
import type { PostChange } from "../../src/store/Change.ts"
import { Ingestion } from "../../src/sources/ingestion/Ingestion.ts"

export const origin = { source: "test", urlTemplate: "https://posts.example/{username}/{code}" }

export type PostInput = Partial<PostChange> & Pick<PostChange, "code" | "post_timestamp">

/** Writes posts in one batch. Their language is told from the caption, so an English caption is the default. */
export const writePosts = Effect.fnUntraced(function* (...posts: ReadonlyArray<PostInput>) {
  return yield* (yield* Ingestion).write(
    posts.map((post) => ({ type: "post", caption: "this is a plain post", username: "someone", ...post })),
    origin
  )
})
