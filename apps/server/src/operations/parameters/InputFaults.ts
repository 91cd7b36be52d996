/** Invalid input in the words of every transport: which field, what is wrong with it, which known name it resembles. */
import { invalidParameter } from "@heddle/api"
import { closest, distance } from "fastest-levenshtein"

/**
 * Names of parameters that mean nearly the same. One operation calls the number of rows `limit`, another `size`, and
 * callers also bring the names of other services.
 */
const synonyms: ReadonlyArray<ReadonlyArray<string>> = [
  ["limit", "size", "count", "per_page", "page_size", "max_results", "top", "n"],
  ["hours", "days", "max_age_hours", "lookbackHours", "lookback_hours", "window", "period", "max_age_days"],
  ["keywords", "keyword", "topic", "q", "query", "text", "search", "term", "terms", "phrase"],
  ["codes", "code", "post", "posts", "ids", "id", "postCode", "post_id", "post_ids"],
  ["usernames", "username", "user", "users", "author", "authors", "account", "accounts", "handle", "screen_name"],
  ["since", "from", "start", "start_time", "after", "from_date", "start_date"],
  ["until", "to", "end", "end_time", "before", "to_date", "end_date"],
  ["region", "country", "language"],
  ["language", "lang", "languages", "locale"],
  ["sort", "order", "order_by", "sort_by", "orderBy"],
  ["cursor", "anchor", "page", "next_cursor", "offset", "page_token", "next_token"],
  ["min_likes", "likeCount", "like_count", "likes"],
  ["min_replies", "replyCount", "reply_count", "replies"],
  ["min_views", "viewCount", "view_count", "views", "min_impressions"],
  ["include_details", "details", "expand", "full", "include"],
  ["include_engagement", "engagement"],
  ["exclude", "without", "not"],
  ["utc_offset", "timezone", "tz", "time_zone"],
  ["url", "endpoint", "callback", "callback_url", "webhook_url", "target"],
  ["outcome", "status", "state"],
  ["statusCode", "status_code", "http_status", "code"]
]

/** The known name that means what an unknown one does, if there is one. */
const synonymOf = (name: string, known: ReadonlyArray<string>): string | undefined => {
  const candidates = synonyms.filter((names) => names.includes(name)).flat()
  return candidates.find((candidate) => candidate !== name && known.includes(candidate))
}

/** The Levenshtein distance up to which a suggestion is helpful. */
const maxDistance = 3
/** Input full of unknown fields must not produce an answer many times its size. */
const maxListed = 20
const maxNameLength = 100

export interface Fault {
  readonly path: string
  readonly message: string
}

const shorten = (name: string): string => (name.length > maxNameLength ? `${name.slice(0, maxNameLength)}…` : name)

export const invalidParameterOf = (faults: ReadonlyArray<Fault>) => {
  const listed = faults.slice(0, maxListed).map(({ path, message }) => ({ path: shorten(path), message }))
  const more = faults.length - listed.length
  return invalidParameter(...listed, ...(more > 0 ? [{ path: "", message: `and ${more} more errors like these` }] : []))
}

/** What is wrong with an unknown name, with the known one that is most similar or means the same. */
export const suggestName = (name: string, known: ReadonlyArray<string>): string => {
  if (known.length === 0) return "is unknown; there are no parameters"
  const nearest = closest(shorten(name), [...known])
  const apart = distance(shorten(name), nearest)
  const isTypo = apart <= maxDistance && apart < Math.max(name.length, nearest.length)
  // `size` differs from `since` by three letters, but it means `limit`.
  const meant = (apart > 1 ? synonymOf(name, known) : undefined) ?? (isTypo ? nearest : undefined)
  return meant === undefined ? `is unknown; use one of ${known.join(", ")}` : `is unknown; did you mean \`${meant}\`?`
}
