/** `GET /live/posts` and `GET /live/users` (service.md, "Post queries", "Credits and charges"; decisions, section 3). */
import { Schema } from "effect"
import { DetailedPost } from "../Posts.ts"
import { FoundUser } from "./Authors.ts"
import { type Body, Envelope } from "../Operation.ts"
import { pricedOperation } from "../OperationKinds.ts"
import { codesParameter, usernamesParameter } from "../Parameters.ts"
import { perRow } from "../Prices.ts"

const LiveFailureReason = Schema.Literals(["not_found", "timed_out", "rate_limited", "unavailable", "unsupported"])
export type LiveFailureReason = typeof LiveFailureReason.Type

/** Why a live read failed (decisions, `/live/posts`). */
const failure = {
  status: Schema.Literal("failed").annotate({ description: "The live read failed." }),
  reason: LiveFailureReason.annotate({
    description:
      "`not_found`: the network does not have it. `timed_out`, `rate_limited`, `unavailable`: try again later. `unsupported`: none of this server's sources supports live reads."
  }),
  message: Schema.String.annotate({ description: "The reason in words." })
}

const failed = {
  when: "when the read fails",
  applies: ({ status }: { readonly status: string }) => status === "failed"
}

const LivePostsQuery = Schema.Struct({ codes: codesParameter })
type LivePostsRequest = { readonly query: typeof LivePostsQuery.Type }

const ReadPost = Schema.Struct({
  status: Schema.Literal("ok").annotate({ description: "The post was read." }),
  ...DetailedPost.fields
}).annotate({ identifier: "LivePost" })
const FailedPost = Schema.Struct({
  ...failure,
  code: Schema.String.annotate({ description: "The code given." })
}).annotate({ identifier: "FailedPost" })

export const LivePostsResult = Envelope("What was read.", {
  data: Schema.Array(Schema.Union([ReadPost, FailedPost])).annotate({
    description: "One row for each code, in the order given."
  })
})
export type LivePostRow = Body<typeof LivePostsResult>["data"][number]

export const livePosts = pricedOperation({
  name: "livePosts",
  path: "/live/posts",
  query: LivePostsQuery,
  result: LivePostsResult,
  summary: "Read posts live",
  description:
    "Reads the current counts of posts of any age from the network. A post that cannot be read returns a row with `status: failed` and a reason. A code listed twice is returned and charged twice.",
  apiType: "live_posts",
  tool: {
    name: "get_live_posts",
    description:
      "Current counts of posts by code, read live from the network, including posts that search_posts does not find. For authors, use get_live_users.",
    readsNetwork: true
  },
  price: perRow<LivePostsRequest, LivePostRow>({
    credits: 3,
    item: "post",
    asked: ({ query }) => query.codes.length,
    reduced: {
      credits: 1,
      when: "when its view count is hidden",
      applies: (row) => row.status === "ok" && row.impression_count === null
    },
    free: failed
  }),
  parameters: ({ query }: LivePostsRequest) => query
})

const LiveUsersQuery = Schema.Struct({ usernames: usernamesParameter })
type LiveUsersRequest = { readonly query: typeof LiveUsersQuery.Type }

const FailedUser = Schema.Struct({
  ...failure,
  username: Schema.String.annotate({ description: "The name given." })
}).annotate({ identifier: "FailedAuthor" })

export const LiveUsersResult = Envelope("What was read.", {
  data: Schema.Array(Schema.Union([FoundUser, FailedUser])).annotate({
    description: "One row for each name, in the order given; `source` is always `live`."
  })
})
export type LiveUserRow = Body<typeof LiveUsersResult>["data"][number]

export const liveUsers = pricedOperation({
  name: "liveUsers",
  path: "/live/users",
  query: LiveUsersQuery,
  result: LiveUsersResult,
  summary: "Read authors live",
  description:
    "Reads the current profiles and counts of authors from the network. An author that cannot be read returns a row with `status: failed` and a reason. A name listed twice is returned and charged twice.",
  apiType: "live_users",
  tool: {
    name: "get_live_users",
    description:
      "Current profiles and counts of authors by name, read live from the network. For stored data, use get_user. For posts, use get_live_posts.",
    readsNetwork: true
  },
  price: perRow<LiveUsersRequest, LiveUserRow>({
    credits: 3,
    item: "author",
    asked: ({ query }) => query.usernames.length,
    free: failed
  }),
  parameters: ({ query }: LiveUsersRequest) => query
})
