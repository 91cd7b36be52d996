/** `GET /user` (service.md, "Account queries"; decisions, sections 2, 3 and 9). */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { pricedEndpoint } from "../EndpointParts.ts"
import { type Body, documented, Envelope, type Price, type PricedOperation } from "../Operation.ts"
import { CommaSeparated, Count, identifierAtMost } from "../Parameters.ts"
import { PostLanguage } from "../Posts.ts"

export const UsersQuery = Schema.Struct({
  usernames: CommaSeparated({ name: "usernames", atMost: 50, itemAtMost: identifierAtMost.username }).annotate({
    description: "1 to 50 account names, separated by commas."
  })
})
type UsersRequest = { readonly query: typeof UsersQuery.Type }

export const FoundUser = Schema.Struct({
  status: Schema.Literal("ok"),
  username: Schema.String,
  full_name: Schema.String,
  profile_picture: Schema.String,
  biography: Schema.String,
  follower_count: Schema.NullOr(Count),
  following_count: Schema.NullOr(Count),
  post_count: Schema.NullOr(Count),
  language: Schema.NullOr(PostLanguage).annotate({
    description: "The language of most of its posts of the last 30 days; null without posts."
  }),
  source: Schema.Literals(["stored", "live"]).annotate({
    description: "`live` when it was read from the network for this call."
  })
})

const UnknownUser = Schema.Struct({ status: Schema.Literal("not_found"), username: Schema.String })

export const UsersResult = Envelope({
  data: Schema.Array(Schema.Union([FoundUser, UnknownUser])).annotate({
    description: "One row for each name, in the order asked."
  })
})
export type FoundUser = typeof FoundUser.Type
export type User = Body<typeof UsersResult>["data"][number]

const perAccount = 3

const price: Price<UsersRequest, Body<typeof UsersResult>> = {
  estimate: ({ query }) => perAccount * query.usernames.length,
  charge: (_request, { data }) => perAccount * data.filter(({ status }) => status === "ok").length,
  text: `${perAccount} credits per account found; a name given twice counts twice`
}

export const users: PricedOperation<UsersRequest, Body<typeof UsersResult>> = {
  kind: "priced",
  result: UsersResult,
  summary: "Look up accounts",
  description:
    "Profile, counts and language of accounts. What is not stored, or stored without its name or a count, is read live. A name that is not known is a row with `status: not_found`.",
  apiType: "user",
  tool: "get_user",
  requires: "plan",
  price,
  limit: null,
  parameters: ({ query }) => query
}

export const usersEndpoint = HttpApiEndpoint.get(
  "users",
  "/user",
  pricedEndpoint(UsersQuery, UsersResult)
).annotateMerge(documented(users))
