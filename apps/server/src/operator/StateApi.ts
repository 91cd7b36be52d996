/** What the server reports of itself: the operator's calls with their schemas. */
import { ForecastMetric, Rfc3339 } from "@heddle/api"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup } from "effect/http-api"

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

export const ForecastModelAnswer = Schema.Struct({
  metric: ForecastMetric,
  version: Schema.String,
  kind: Schema.Literals(["learned", "adapted", "prior"]),
  posts: Schema.Int.annotate({ description: "That it was learned from; for the prior, those that ended." }),
  trainedAt: Schema.NullOr(Schema.String).annotate({ description: "Null before the first training." })
})

const TrainedAnswer = Schema.Struct({
  trained: Schema.Boolean.annotate({ description: "False while another process trains." })
})

/** Of this process: hours that were read, then metrics that were learned. Null while it does not train. */
const TrainingAnswer = Schema.Struct({
  training: Schema.NullOr(
    Schema.Struct({
      step: Schema.Literals(["reading", ...ForecastMetric.literals]),
      done: Schema.Int,
      of: Schema.Int
    })
  )
})

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

/** `kept` counts the events that are kept; the reason is that of the newest. */
export const RejectedAnswer = Schema.Array(
  Schema.Struct({ source: Schema.String, kept: Schema.Int, newestAt: Schema.String, reason: Schema.String })
)

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

const KeyRotationAnswer = Schema.Struct({
  resealed: Schema.Int.annotate({ description: "Secrets that this step encrypted with the first key." }),
  left: Schema.Int.annotate({ description: "Secrets that are encrypted with another key." }),
  processes: Schema.Int.annotate({ description: "Running processes that encrypt with another key." })
})

export class OperatorState extends HttpApiGroup.make("state").add(
  HttpApiEndpoint.get("server", "/server", { success: ServerAnswer }),
  HttpApiEndpoint.get("embeddings", "/embeddings", { success: Schema.Array(StoredModel) }),
  HttpApiEndpoint.get("forecasts", "/forecasts", { success: Schema.Array(ForecastModelAnswer) }),
  HttpApiEndpoint.post("trainForecasts", "/forecasts/train", { success: TrainedAnswer }),
  HttpApiEndpoint.get("forecastTraining", "/forecasts/training", { success: TrainingAnswer }),
  HttpApiEndpoint.get("library", "/library", { success: LibraryAnswer }),
  HttpApiEndpoint.post("backfill", "/library/backfill", { success: BackfillAnswer }),
  HttpApiEndpoint.get("rounds", "/rounds", { success: RoundsAnswer }),
  HttpApiEndpoint.get("rejected", "/sources/rejected", { success: RejectedAnswer }),
  HttpApiEndpoint.get("storage", "/storage", { success: Schema.Array(StoredTable) }),
  HttpApiEndpoint.get("olderTexts", "/posts/texts", { success: OlderTextsAnswer }),
  HttpApiEndpoint.post("reindex", "/posts/reindex", { payload: ReindexInput, success: ReindexAnswer }),
  HttpApiEndpoint.post("rotateEncryptionKey", "/encryption-key/rotate", { success: KeyRotationAnswer })
) {}
