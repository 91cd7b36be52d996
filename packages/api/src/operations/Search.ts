/** `GET /post/search` (service.md, "Post queries"). */
import { Schema } from "effect"
import { languageParameter } from "../Languages.ts"
import { type Body, Envelope } from "../Operation.ts"
import { pricedOperation } from "../OperationKinds.ts"
import {
  AuthorName,
  choice,
  flag,
  IntBetween,
  Keywords,
  keywordsParameter,
  optional,
  Text,
  threshold,
  UnixSeconds,
  wholeNumber
} from "../Parameters.ts"
import { FoundPost } from "../Posts.ts"
import { byLimit, perItem } from "../Prices.ts"

/** Maximum lookback of any time filter (service.md, "Other limits"). */
export const searchMaxDays = 90
/** The default lookback. */
export const searchDefaultDays = 7

const maxAgeHours = searchMaxDays * 24

const fields = Schema.Struct({
  keywords: keywordsParameter,
  match: choice(["any", "all"], "any", "Whether one keyword is enough (`any`) or all must match (`all`)."),
  exclude: optional(Keywords("excluded keywords"), {
    description: "Keywords that a post must not contain.",
    example: ["giveaway"]
  }),
  language: languageParameter("The posts' language"),
  include_details: flag("Adds counts, media and the author to each post."),
  post_type: choice(
    ["thread", "reply", "all"],
    "all",
    "`thread` (root posts), `reply` (needs `include_details=true`) or `all`."
  ),
  min_age_hours: optional(IntBetween(0, maxAgeHours), { description: "Posted at least this long ago.", example: 24 }),
  max_age_hours: optional(IntBetween(1, maxAgeHours), { description: "Posted at most this long ago.", example: 168 }),
  since: optional(UnixSeconds, {
    description: `Posted at or after this time, in Unix seconds; at most ${searchMaxDays} days ago.`,
    example: 1_790_812_800
  }),
  until: optional(UnixSeconds, { description: "Posted before this time, in Unix seconds.", example: 1_793_491_200 }),
  username: optional(AuthorName, { description: "Only posts by this author.", example: "ann.example" }),
  min_likes: threshold("Only posts with at least this many likes."),
  min_replies: threshold("Only posts with at least this many replies."),
  min_views: threshold("Only posts with at least this many views. Posts with an unknown view count are omitted."),
  sort: choice(["recent", "likes", "replies", "views"], "recent", "Newest first, or highest first by this count."),
  limit: wholeNumber({ minimum: 1, maximum: 500, defaultValue: 50, description: "Posts per page.", example: 20 }),
  cursor: optional(Text, {
    description:
      "The `next_cursor` of the previous page. It is valid for 24 hours if all other parameters stay the same.",
    example: "eyJhdCI6MTc5MDgxMjgwMH0.c2lnbmF0dXJl"
  })
})

const conflicts = (query: typeof fields.Type) => {
  const issues: Array<Schema.FilterIssue> = []
  const byAge = query.min_age_hours !== undefined || query.max_age_hours !== undefined
  const byTime = query.since !== undefined || query.until !== undefined
  if (byAge && byTime) {
    issues.push({
      path: [query.since === undefined ? "until" : "since"],
      issue: "conflicts with min_age_hours/max_age_hours: use either ages or since/until"
    })
  }
  if ((query.min_age_hours ?? 0) >= (query.max_age_hours ?? Infinity)) {
    issues.push({ path: ["min_age_hours"], issue: "must be below max_age_hours" })
  }
  if (query.since !== undefined && query.until !== undefined && query.since >= query.until) {
    issues.push({ path: ["since"], issue: "must be before until" })
  }
  if (query.post_type === "reply" && query.include_details !== true) {
    issues.push({ path: ["post_type"], issue: "`reply` needs include_details=true" })
  }
  return issues
}

export const SearchQuery = fields.check(Schema.makeFilter(conflicts))
export type SearchQuery = typeof SearchQuery.Type
type SearchRequest = { readonly query: SearchQuery }

export const SearchResult = Envelope("One page of posts.", {
  data: Schema.Array(FoundPost).annotate({
    description: "The posts, in the requested order."
  }),
  next_cursor: Schema.NullOr(Schema.String).annotate({ description: "`cursor` of the next page; null on the last." })
})

export const search = pricedOperation({
  name: "searchPosts",
  path: "/post/search",
  query: SearchQuery,
  result: SearchResult,
  summary: "Search posts",
  description: `Finds posts that contain the keywords. Chinese, Japanese and Korean match character by character; English matches by word, including inflected forms. Links and handles are not searched. \`notices\` says if a keyword is not read as typed. Without a time filter, the search covers the last ${searchDefaultDays} days; with one, at most the last ${searchMaxDays}.`,
  apiType: "keywords",
  tool: {
    name: "search_posts",
    description:
      "Posts that contain given keywords, filtered by time, author, type, language and counts. For a topic in any wording, use semantic_search_posts. For popular posts, use get_hot_posts. For counts per day, use get_keyword_trend."
  },
  price: perItem<SearchRequest, Body<typeof SearchResult>>({
    credits: 1,
    instead: { credits: 2, with: { include_details: true } },
    item: "post returned",
    asked: byLimit(SearchQuery),
    returned: ({ data }) => data.length
  }),
  parameters: ({ query }: SearchRequest) => query
})
