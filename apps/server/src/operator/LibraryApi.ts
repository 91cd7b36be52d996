/** The inspiration library: the operator's calls and their schemas. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import type { LibrarySize, LibraryStep } from "../store/library/Library.ts"

/** `refreshedAt` is when the counts were last brought up to date; null before the first time. */
export const LibraryAnswer = Schema.Struct({ posts: Schema.Int, refreshedAt: Schema.NullOr(Schema.String) })

/**
 * `posts` were added; all posts before `until` are left, null when none is. `oldest` is when the oldest stored post was
 * posted, null without posts.
 */
export const BackfillAnswer = Schema.Struct({
  posts: Schema.Int,
  until: Schema.NullOr(Schema.String),
  oldest: Schema.NullOr(Schema.String)
})

export const libraryAnswer = ({ posts, refreshedAt }: LibrarySize): typeof LibraryAnswer.Type => ({
  posts,
  refreshedAt: refreshedAt?.toISOString() ?? null
})

export const backfillAnswer = ({ posts, until, oldest }: LibraryStep): typeof BackfillAnswer.Type => ({
  posts,
  until: until?.toISOString() ?? null,
  oldest: oldest?.toISOString() ?? null
})

export class OperatorLibrary extends HttpApiGroup.make("library")
  .add(
    HttpApiEndpoint.get("size", "/library", { success: LibraryAnswer }),
    HttpApiEndpoint.post("backfill", "/library/backfill", { success: BackfillAnswer })
  )
  .annotateMerge(OpenApi.annotations({ title: "Inspiration library" })) {}
