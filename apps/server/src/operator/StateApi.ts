/** What the server reports of itself: the operator's calls with their schemas. */
import { ForecastMetric, Rfc3339 } from "@heddle/api"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import type { RejectedReport } from "../store/batches/RejectedEvents.ts"
import type { ModelState } from "../store/forecasts/ForecastModels.ts"
import type { LibrarySize, LibraryStep } from "../store/library/Library.ts"
import type { OlderTexts, ReindexStep } from "../store/writing/Reindex.ts"

export const SelfCheck = Schema.Struct({
  name: Schema.String,
  state: Schema.Literals(["ok", "warning", "failed"]),
  text: Schema.String.annotate({ description: "What was found and, unless it is as it should be, what to do." })
})
export type SelfCheck = typeof SelfCheck.Type

export const ServerAnswer = Schema.Struct({
  pid: Schema.Int,
  version: Schema.String,
  startedAt: Schema.String,
  settings: Schema.Array(Schema.Struct({ name: Schema.String, value: Schema.String })).annotate({
    description: "Every setting with the value in force. Of secrets only whether they are set."
  }),
  checks: Schema.Array(SelfCheck)
})
export type ServerAnswer = typeof ServerAnswer.Type

export class OperatorServer extends HttpApiGroup.make("server")
  .add(HttpApiEndpoint.get("report", "/server", { success: ServerAnswer }))
  .annotateMerge(OpenApi.annotations({ title: "Server" })) {}

/** The models of embeddings: the operator's call and its schemas. */
export const StoredModel = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  dimensions: Schema.Int,
  state: Schema.Literals(["active", "being made", "replaced"]).annotate({
    description: "`active`: its vectors answer. `being made`: it will replace the active one. `replaced`: soon dropped."
  }),
  posts: Schema.Int.annotate({ description: "Posts of the last 30 days." }),
  embedded: Schema.Int.annotate({ description: "Of these, those with a vector." }),
  failed: Schema.Int.annotate({ description: "Those that the model cannot embed." }),
  indexed: Schema.Boolean.annotate({ description: "Whether large searches use an index." })
})

export class OperatorEmbeddings extends HttpApiGroup.make("embeddings")
  .add(HttpApiEndpoint.get("models", "/embeddings", { success: Schema.Array(StoredModel) }))
  .annotateMerge(OpenApi.annotations({ title: "Embeddings" })) {}

/** The forecast models in use: the operator's call and its schemas. */
export const ForecastModelAnswer = Schema.Struct({
  metric: ForecastMetric,
  version: Schema.String,
  kind: Schema.Literals(["learned", "prior"]),
  posts: Schema.Int.annotate({ description: "That it was learned from; for the prior, those that were too few." }),
  trainedAt: Schema.NullOr(Schema.String).annotate({ description: "Null before the first training." })
})

export const modelAnswer = ({ trainedAt, ...state }: ModelState): typeof ForecastModelAnswer.Type => ({
  ...state,
  trainedAt: trainedAt?.toISOString() ?? null
})

export class OperatorForecasts extends HttpApiGroup.make("forecasts")
  .add(HttpApiEndpoint.get("models", "/forecasts", { success: Schema.Array(ForecastModelAnswer) }))
  .annotateMerge(OpenApi.annotations({ title: "Forecast models" })) {}

/** `refreshedAt` is when the counts were last brought up to date; null before the first time. */
export const LibraryAnswer = Schema.Struct({ posts: Schema.Int, refreshedAt: Schema.NullOr(Schema.String) })

/**
 * `posts` were added; all posts before `until` are left, null when none is. `oldest` is when the oldest stored post was
 * posted, null without posts.
 */
const BackfillAnswer = Schema.Struct({
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

/** The state of the rounds: the operator's call and its schemas. */
export const RoundsAnswer = Schema.Struct({
  checkedAt: Schema.NullOr(Schema.String).annotate({
    description: "Every rule was checked in a round that started at this time or later; null before the first rounds."
  }),
  shards: Schema.Int.annotate({ description: "Groups of accounts that are checked together." }),
  overdue: Schema.Int.annotate({ description: "Shards whose interval has passed." }),
  lagSeconds: Schema.Finite.annotate({ description: "By how much the interval of a shard has been exceeded." }),
  processes: Schema.Int.annotate({ description: "Live processes that share the rounds." }),
  outOfCredits: Schema.Int.annotate({ description: "Accounts without the credits for an event." })
})

export class OperatorRounds extends HttpApiGroup.make("rounds")
  .add(HttpApiEndpoint.get("report", "/rounds", { success: RoundsAnswer }))
  .annotateMerge(OpenApi.annotations({ title: "Rounds" })) {}

/** `kept` counts the events that are kept; the reason is that of the newest. */
export const RejectedAnswer = Schema.Array(
  Schema.Struct({ source: Schema.String, kept: Schema.Int, newestAt: Schema.String, reason: Schema.String })
)

export const rejectedAnswer = (reports: ReadonlyArray<RejectedReport>): typeof RejectedAnswer.Type =>
  reports.map(({ source, kept, newestAt, reason }) => ({ source, kept, newestAt: newestAt.toISOString(), reason }))

export class OperatorSources extends HttpApiGroup.make("sources")
  .add(HttpApiEndpoint.get("rejected", "/sources/rejected", { success: RejectedAnswer }))
  .annotateMerge(OpenApi.annotations({ title: "Sources" })) {}

/** What the database stores, and how long: the operator's call and its schemas. */
export const StoredTable = Schema.Struct({
  table: Schema.String,
  bytes: Schema.Int.annotate({ description: "With indexes and partitions." }),
  rows: Schema.NullOr(Schema.Int).annotate({
    description: "An estimate of the last analysis; null before the first."
  }),
  since: Schema.NullOr(Schema.String).annotate({
    description: "The first month or day that has a partition with rows."
  }),
  retention: Schema.NullOr(Schema.String).annotate({
    description: "How long rows are kept; null for as long as they apply."
  })
})
export type StoredTable = typeof StoredTable.Type

export class OperatorStorage extends HttpApiGroup.make("storage")
  .add(HttpApiEndpoint.get("tables", "/storage", { success: Schema.Array(StoredTable) }))
  .annotateMerge(OpenApi.annotations({ title: "Storage" })) {}

/** Counts posts by version. `since` is the oldest post time that was counted; null when all posts were. */
export const OlderTextsAnswer = Schema.Struct({
  version: Schema.Int,
  older: Schema.Array(Schema.Struct({ version: Schema.Int, posts: Schema.Int })),
  since: Schema.NullOr(Schema.String)
})

/** A step begins with the newest post, or at `before`. */
const ReindexInput = Schema.Struct({ before: Schema.optionalKey(Rfc3339) })

/**
 * `posts` were updated; `next` is where the next step begins, null when none is left. `oldest` is when the oldest stored
 * post was posted, null without posts.
 */
const ReindexAnswer = Schema.Struct({
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
