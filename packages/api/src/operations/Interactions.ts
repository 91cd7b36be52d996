/** `GET /user/{username}/interactions` (service.md, "Account queries" and "Limits"; decisions, section 3). */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { pricedEndpoint } from "../EndpointParts.ts"
import { type Body, documented, Envelope, limitParameter, type Price, type PricedOperation } from "../Operation.ts"
import { AuthorName, Count, IntBetween, UnixSeconds } from "../Parameters.ts"
import { NotFound } from "../Problems.ts"

export const interactionsDefaultDays = 30
export const interactionsDefaultLimit = 10
const limits = { minimum: 1, maximum: 100 }

const InteractionsQuery = Schema.Struct({
  days: Schema.optionalKey(IntBetween(7, 90)).annotate({
    description: "Replies of the last 7 to 90 days count (default 30)."
  }),
  sort: Schema.optionalKey(Schema.Literals(["mutual", "total", "sent", "received"])).annotate({
    description: "Order, greatest first: two-way (`mutual`, default), all, sent or received replies."
  }),
  limit: Schema.optionalKey(IntBetween(limits.minimum, limits.maximum)).annotate({
    description: "Accounts returned at most (default 10)."
  })
})
export type InteractionsQuery = typeof InteractionsQuery.Type

interface InteractionsRequest {
  readonly params: { readonly username: string }
  readonly query: InteractionsQuery
}

const Interaction = Schema.Struct({
  username: Schema.String,
  sent: Count.annotate({ description: "Replies of the account asked about to posts of this one." }),
  received: Count.annotate({ description: "Replies of this account to posts of the one asked about." }),
  total: Count,
  mutual: Count.annotate({ description: "The smaller of `sent` and `received`." }),
  last_interaction_at: UnixSeconds
})

export const InteractionsResult = Envelope({ data: Schema.Array(Interaction) })

const perCall = 30
const included = 10
const perExtra = 2

const costOf = (accounts: number): number =>
  accounts === 0 ? 0 : perCall + perExtra * Math.max(0, accounts - included)

const price: Price<InteractionsRequest, Body<typeof InteractionsResult>> = {
  estimate: ({ query }) => costOf(query.limit ?? interactionsDefaultLimit),
  charge: (_request, { data }) => costOf(data.length),
  text: `${perCall} credits for up to ${included} accounts returned, plus ${perExtra} per extra account; free when there are none`
}

export const interactions: PricedOperation<InteractionsRequest, Body<typeof InteractionsResult>> = {
  kind: "priced",
  result: InteractionsResult,
  summary: "Interactions of an account",
  description:
    "The accounts with the most reply exchange: how many times each side replied to the other, and when they last did.",
  apiType: "user_interactions",
  tool: "get_user_interactions",
  requires: "plan",
  price,
  limit: limitParameter(limits, price),
  parameters: ({ params, query }) => ({ ...params, ...query })
}

export const interactionsEndpoint = HttpApiEndpoint.get("userInteractions", "/user/:username/interactions", {
  params: { username: AuthorName },
  ...pricedEndpoint(InteractionsQuery, InteractionsResult, NotFound)
}).annotateMerge(documented(interactions))
