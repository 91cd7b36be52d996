/** Posts whose text was derived by older rules: the operator's calls and their schemas. */
import { Rfc3339 } from "@heddle/api"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import type { OlderTexts, ReindexStep } from "../store/writing/Reindex.ts"

/** Counts posts by version. `since` is the oldest post time that was counted; null when all posts were. */
export const OlderTextsAnswer = Schema.Struct({
  version: Schema.Int,
  older: Schema.Array(Schema.Struct({ version: Schema.Int, posts: Schema.Int })),
  since: Schema.NullOr(Schema.String)
})

/** A step begins with the newest post, or at `before`. */
export const ReindexInput = Schema.Struct({ before: Schema.optionalKey(Rfc3339) })

/**
 * `posts` were updated; `next` is where the next step begins, null when none is left. `oldest` is when the oldest stored
 * post was posted, null without posts.
 */
export const ReindexAnswer = Schema.Struct({
  posts: Schema.Int,
  next: Schema.NullOr(Schema.String),
  oldest: Schema.NullOr(Schema.String)
})

export const olderTextsAnswer = ({ since, ...texts }: OlderTexts): typeof OlderTextsAnswer.Type => ({
  ...texts,
  since: since?.toISOString() ?? null
})

export const reindexAnswer = ({ posts, next, oldest }: ReindexStep): typeof ReindexAnswer.Type => ({
  posts,
  next: next?.toISOString() ?? null,
  oldest: oldest?.toISOString() ?? null
})

export class OperatorTexts extends HttpApiGroup.make("texts")
  .add(
    HttpApiEndpoint.get("older", "/posts/texts", { success: OlderTextsAnswer }),
    HttpApiEndpoint.post("reindex", "/posts/reindex", { payload: ReindexInput, success: ReindexAnswer })
  )
  .annotateMerge(OpenApi.annotations({ title: "Derived texts" })) {}
