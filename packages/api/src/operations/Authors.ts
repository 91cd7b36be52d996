/** Queries on authors (service.md, "Account queries" and "MCP"; decisions, sections 2, 3 and 9). */
import { Schema } from "effect"
import { Post, PostLanguage } from "../Posts.ts"
import { type Body, Envelope } from "../Operation.ts"
import { pricedOperation, pricedOperationOn } from "../OperationKinds.ts"
import { AuthorName, choice, Count, UnixSeconds, usernamesParameter, wholeNumber } from "../Parameters.ts"
import { baseWithExtras, byLimit, perCall, perItem, perRow } from "../Prices.ts"

const UsersQuery = Schema.Struct({ usernames: usernamesParameter })
type UsersRequest = { readonly query: typeof UsersQuery.Type }

/** Authors as `/user` and `/live/users` return them. */
export const FoundUser = Schema.Struct({
  status: Schema.Literal("ok").annotate({ description: "The author was found." }),
  username: Schema.String.annotate({ description: "The author's name." }),
  full_name: Schema.String.annotate({ description: "The author's display name; empty if unknown." }),
  profile_picture: Schema.String.annotate({ description: "URL of the picture; empty if unknown." }),
  biography: Schema.String.annotate({ description: "The author's biography; empty if unknown." }),
  follower_count: Schema.NullOr(Count).annotate({ description: "Followers; null if unknown." }),
  following_count: Schema.NullOr(Count).annotate({
    description: "Number of accounts the author follows; null if unknown."
  }),
  post_count: Schema.NullOr(Count).annotate({ description: "Posts; null if unknown." }),
  language: Schema.NullOr(PostLanguage).annotate({
    description: "The language of most of the author's posts from the last 30 days; null without posts."
  }),
  source: Schema.Literals(["stored", "live"]).annotate({
    description: "`live` if it was read from the network for this call."
  })
}).annotate({ identifier: "Author" })
export type FoundUser = typeof FoundUser.Type

const UnknownUser = Schema.Struct({
  status: Schema.Literal("not_found").annotate({ description: "The author is unknown." }),
  username: Schema.String.annotate({ description: "The name given." })
}).annotate({ identifier: "UnknownAuthor" })

export const UsersResult = Envelope("The authors.", {
  data: Schema.Array(Schema.Union([FoundUser, UnknownUser])).annotate({
    description: "One row for each name, in the order given."
  })
})
export type User = Body<typeof UsersResult>["data"][number]

export const users = pricedOperation({
  name: "users",
  path: "/user",
  query: UsersQuery,
  result: UsersResult,
  summary: "Look up authors",
  description:
    "Returns the profile, counts and language of authors. Authors that are not stored, or whose stored profile lacks a name or a count, are read live. An unknown name returns a row with `status: not_found`. A name listed twice is returned and charged twice.",
  apiType: "user",
  tool: {
    name: "get_user",
    description:
      "Profiles of authors by name: biography, follower and post counts, language. Stored data; reads the network only for what is missing. For current counts, use get_live_users.",
    readsNetwork: true
  },
  price: perRow<UsersRequest, User>({
    credits: 3,
    item: "author",
    asked: ({ query }) => query.usernames.length,
    free: { when: "when it is not found", applies: ({ status }) => status !== "ok" }
  }),
  parameters: ({ query }: UsersRequest) => query
})

/** The path of queries on one author. */
interface OfAccount<Query> {
  readonly params: { readonly username: string }
  readonly query: Query
}
const ofAccount = { params: { username: AuthorName } }

export const TopThreadsQuery = Schema.Struct({
  days: wholeNumber({
    minimum: 1,
    maximum: 90,
    defaultValue: 30,
    description: "Posted at most this many days ago.",
    example: 7
  }),
  sort: choice(
    ["like", "reply", "view"],
    "like",
    "Highest first by this count. With `view`, posts with an unknown view count come last."
  ),
  limit: wholeNumber({
    minimum: 1,
    maximum: 100,
    defaultValue: 10,
    description: "The most posts to return.",
    example: 20
  })
})
export type TopThreadsQuery = typeof TopThreadsQuery.Type

/** A post with every count that the list can be sorted by. */
const TopThread = Schema.Struct({
  ...Post.fields,
  impression_count: Schema.NullOr(Count).annotate({ description: "View count; null if unknown." })
}).annotate({ identifier: "TopPost" })

export const TopThreadsResult = Envelope("The posts.", {
  data: Schema.Array(TopThread).annotate({ description: "The posts, highest first." })
})

export const topThreads = pricedOperationOn({
  ...ofAccount,
  name: "userTopThreads",
  path: "/user/:username/top-threads",
  query: TopThreadsQuery,
  result: TopThreadsResult,
  summary: "Top posts of an author",
  description: "Returns an author's root posts with the most likes, replies or views. Replies are not included.",
  apiType: "user_top_threads",
  tool: {
    name: "get_user_top_threads",
    description:
      "The root posts of one author with the most likes, replies or views. For an author's posts about a topic, use search_posts with `username`."
  },
  price: perItem<OfAccount<TopThreadsQuery>, Body<typeof TopThreadsResult>>({
    credits: 1,
    item: "post returned",
    asked: byLimit(TopThreadsQuery),
    returned: ({ data }) => data.length
  }),
  parameters: ({ params, query }: OfAccount<TopThreadsQuery>) => ({ ...params, ...query })
})

export const InteractionsQuery = Schema.Struct({
  days: wholeNumber({
    minimum: 7,
    maximum: 90,
    defaultValue: 30,
    description: "How many days back to count replies.",
    example: 14
  }),
  sort: choice(
    ["mutual", "total", "sent", "received"],
    "mutual",
    "Highest first by two-way (`mutual`), total, sent or received replies."
  ),
  limit: wholeNumber({
    minimum: 1,
    maximum: 100,
    defaultValue: 10,
    description: "The most authors to return.",
    example: 20
  })
})
export type InteractionsQuery = typeof InteractionsQuery.Type

const Interaction = Schema.Struct({
  username: Schema.String.annotate({ description: "The other author's name." }),
  sent: Count.annotate({ description: "Replies by the author in the path to the other author's posts." }),
  received: Count.annotate({ description: "Replies by the other author to posts of the author in the path." }),
  total: Count.annotate({ description: "`sent` plus `received`." }),
  mutual: Count.annotate({ description: "The smaller of `sent` and `received`." }),
  last_interaction_at: UnixSeconds.annotate({ description: "When either last replied, in Unix seconds." })
}).annotate({ identifier: "Interaction" })

export const InteractionsResult = Envelope("The authors.", {
  data: Schema.Array(Interaction).annotate({ description: "The authors, highest first." })
})

export const interactions = pricedOperationOn({
  ...ofAccount,
  name: "userInteractions",
  path: "/user/:username/interactions",
  query: InteractionsQuery,
  result: InteractionsResult,
  summary: "Interactions of an author",
  description:
    "Returns the authors with whom an author exchanged the most replies, how often each side replied to the other, and when they last did.",
  apiType: "user_interactions",
  tool: {
    name: "get_user_interactions",
    description: "The authors with whom one author exchanges the most replies, with counts for each direction.",
    isWhole: true
  },
  price: baseWithExtras<OfAccount<InteractionsQuery>, Body<typeof InteractionsResult>>({
    base: 30,
    included: 10,
    perExtra: 2,
    item: "author",
    asked: byLimit(InteractionsQuery),
    returned: ({ data }) => data.length,
    freeWhenEmpty: true
  }),
  parameters: ({ params, query }: OfAccount<InteractionsQuery>) => ({ ...params, ...query })
})

export const FollowerHistoryQuery = Schema.Struct({
  days: wholeNumber({
    minimum: 1,
    maximum: 365,
    defaultValue: 30,
    description: "How many days, in UTC; the last one is today.",
    example: 90
  })
})
export type FollowerHistoryQuery = typeof FollowerHistoryQuery.Type

const HistoryDay = Schema.Struct({
  date: Schema.String.annotate({ description: "The day in UTC, `YYYY-MM-DD`." }),
  follower_count: Schema.NullOr(Count).annotate({ description: "Followers; null before the first observation." }),
  follower_change: Schema.NullOr(Schema.Int).annotate({
    description: "Change since the previous day; null if either count is unknown."
  }),
  following_count: Schema.NullOr(Count).annotate({
    description: "Number of accounts the author followed; null if unknown."
  }),
  post_count: Schema.NullOr(Count).annotate({ description: "Posts; null if unknown." }),
  observed_at: Schema.NullOr(UnixSeconds).annotate({
    description:
      "When the counts were observed, in Unix seconds; earlier than this day when nothing was observed on it. Null before the first observation."
  })
}).annotate({ identifier: "FollowerHistoryDay" })

export const FollowerHistoryResult = Envelope("The history.", {
  data: Schema.Array(HistoryDay).annotate({ description: "One row for each day, oldest first." })
})

export const followerHistory = pricedOperationOn({
  ...ofAccount,
  name: "userFollowerHistory",
  path: "/user/:username/follower-history",
  query: FollowerHistoryQuery,
  result: FollowerHistoryResult,
  summary: "Follower history of an author",
  description:
    "Returns an author's counts day by day, as last observed by the end of each day. A day without an observation repeats the previous day. An unknown author returns 404 and is free.",
  apiType: "user_follower_history",
  tool: {
    name: "get_user_follower_history",
    description:
      "Follower, following and post counts of one author, day by day. For the fastest-growing authors, use get_follower_growth."
  },
  price: perCall(10),
  parameters: ({ params, query }: OfAccount<FollowerHistoryQuery>) => ({ ...params, ...query })
})
