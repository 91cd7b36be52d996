/** What the fields of answers are called in the reader's language. */
import type { Translate } from "../../text/Text.tsx"

export const translatedColumns = [
  "api_type",
  "biography",
  "caption",
  "code",
  "cost",
  "date",
  "earliest_at",
  "expected_at",
  "expires_at",
  "follower_change",
  "follower_count",
  "following_count",
  "full_name",
  "growth_rate",
  "held_credits",
  "id",
  "impression_count",
  "is_reply",
  "keyword",
  "kind",
  "language",
  "last_interaction_at",
  "latest_at",
  "like_count",
  "likes",
  "message",
  "metrics_at",
  "mutual",
  "name",
  "observed_at",
  "possible_at",
  "post_count",
  "post_timestamp",
  "probability",
  "rank",
  "reason",
  "received",
  "relevance_score",
  "remaining",
  "remaining_credits",
  "renews_at",
  "replies",
  "reply_count",
  "reply_to",
  "repost_count",
  "request_id",
  "reshare_count",
  "runs_out_at",
  "sent",
  "source",
  "status",
  "time",
  "total",
  "username",
  "value",
  "views",
  "webhooks"
] as const

/** A field of a newer server keeps its own name; so do those within another one, after its dot. */
export const columnWord = (t: Translate, name: string): string => {
  const own = name.split(".").at(-1) ?? name
  const known = translatedColumns.find((one) => one === own)
  return known === undefined ? name : t(`playground.column.${known}`)
}
