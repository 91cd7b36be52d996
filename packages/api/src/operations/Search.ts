/** `GET /post/search` (service.md, "Post queries"). */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { Language } from "../Languages.ts"
import { type Body, documented, Envelope, limitParameter, type Price, type PricedOperation } from "../Operation.ts"
import { AuthorName, IntBetween, Keywords, Text, Threshold, UnixSeconds } from "../Parameters.ts"
import { DetailedPost, Post } from "../Posts.ts"
import { pricedEndpoint } from "../EndpointParts.ts"

/** How far any time filter reaches back (service.md, "Other limits"). */
export const searchMaxDays = 90
/** What is searched without a time filter. */
export const searchDefaultDays = 7
export const searchDefaultLimit = 50
const limits = { minimum: 1, maximum: 500 }

const maxAgeHours = searchMaxDays * 24

const fields = Schema.Struct({
  keywords: Keywords("keywords").annotate({ description: "1 to 10 keywords, separated by commas." }),
  match: Schema.optionalKey(Schema.Literals(["any", "all"])).annotate({
    description: "Whether one keyword is enough (`any`, default) or all have to match."
  }),
  exclude: Schema.optionalKey(Keywords("excluded keywords")).annotate({
    description: "Keywords that must not occur."
  }),
  language: Schema.optionalKey(Language).annotate({ description: "The post's own language (default `zh`)." }),
  include_details: Schema.optionalKey(Schema.Boolean).annotate({ description: "Adds counts, media and author." }),
  post_type: Schema.optionalKey(Schema.Literals(["thread", "reply", "all"])).annotate({
    description: "`thread` (root posts), `reply` (needs `include_details`) or `all` (default)."
  }),
  min_age_hours: Schema.optionalKey(IntBetween(0, maxAgeHours)).annotate({
    description: "Posted at least this long ago."
  }),
  max_age_hours: Schema.optionalKey(IntBetween(1, maxAgeHours)).annotate({
    description: "Posted at most this long ago."
  }),
  since: Schema.optionalKey(UnixSeconds).annotate({ description: "Posted at or after this Unix time." }),
  until: Schema.optionalKey(UnixSeconds).annotate({ description: "Posted before this Unix time." }),
  username: Schema.optionalKey(AuthorName).annotate({ description: "Only posts of this account." }),
  min_likes: Schema.optionalKey(Threshold),
  min_replies: Schema.optionalKey(Threshold),
  min_views: Schema.optionalKey(Threshold).annotate({ description: "Posts without view data do not pass." }),
  sort: Schema.optionalKey(Schema.Literals(["recent", "likes", "replies", "views"])).annotate({
    description: "Order, greatest first (default `recent`)."
  }),
  limit: Schema.optionalKey(IntBetween(limits.minimum, limits.maximum)).annotate({
    description: "Posts on a page (default 50)."
  }),
  cursor: Schema.optionalKey(Text).annotate({
    description: "`next_cursor` of the page before; valid for 24 hours with unchanged parameters."
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
export type SearchRequest = { readonly query: SearchQuery }

export const SearchResult = Envelope({
  data: Schema.Array(Schema.Union([DetailedPost, Post])),
  next_cursor: Schema.NullOr(Schema.String)
})

const perPost = ({ query }: SearchRequest) => (query.include_details === true ? 2 : 1)

const price: Price<SearchRequest, Body<typeof SearchResult>> = {
  estimate: (request) => (request.query.limit ?? searchDefaultLimit) * perPost(request),
  charge: (request, { data }) => data.length * perPost(request),
  text: "1 credit per post returned, 2 with `include_details=true`"
}

export const search: PricedOperation<SearchRequest, Body<typeof SearchResult>> = {
  kind: "priced",
  result: SearchResult,
  summary: "Search posts",
  description:
    "Posts that contain the keywords. Chinese, Japanese and Korean match character by character, English by word with its other forms. Without a time filter the last 7 days are searched; any time filter reaches back at most 90 days.",
  apiType: "keywords",
  tool: "search_posts",
  requires: "plan",
  price,
  limit: limitParameter(limits, price),
  parameters: ({ query }) => query
}

export const searchEndpoint = HttpApiEndpoint.get(
  "searchPosts",
  "/post/search",
  pricedEndpoint(SearchQuery, SearchResult)
).annotateMerge(documented(search))
