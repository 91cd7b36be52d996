/** `GET /live/users` (service.md, "Post queries", "Credits and charges"; decisions, section 3). */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { pricedEndpoint } from "../EndpointParts.ts"
import { type Body, documented, Envelope, type Price, type PricedOperation } from "../Operation.ts"
import { liveFailureFields } from "./LiveFailure.ts"
import { FoundUser, UsersQuery } from "./Users.ts"

type LiveUsersRequest = { readonly query: typeof UsersQuery.Type }

const FailedUser = Schema.Struct({ ...liveFailureFields, username: Schema.String })

export const LiveUsersResult = Envelope({
  data: Schema.Array(Schema.Union([FoundUser, FailedUser])).annotate({
    description: "One row for each name, in the order asked; `source` is always `live`."
  })
})
export type LiveUserRow = Body<typeof LiveUsersResult>["data"][number]

const perAccount = 3

const price: Price<LiveUsersRequest, Body<typeof LiveUsersResult>> = {
  estimate: ({ query }) => perAccount * query.usernames.length,
  charge: (_request, { data }) => perAccount * data.filter(({ status }) => status === "ok").length,
  text: `${perAccount} credits per account; failed reads are free; a name given twice counts twice`
}

export const liveUsers: PricedOperation<LiveUsersRequest, Body<typeof LiveUsersResult>> = {
  kind: "priced",
  result: LiveUsersResult,
  summary: "Read accounts live",
  description:
    "Profile and counts of accounts at this moment, read from the network itself. An account that could not be read is a row with `status: failed` and a reason.",
  apiType: "live_users",
  tool: "get_live_users",
  requires: "plan",
  price,
  limit: null,
  parameters: ({ query }) => query
}

export const liveUsersEndpoint = HttpApiEndpoint.get(
  "liveUsers",
  "/live/users",
  pricedEndpoint(UsersQuery, LiveUsersResult)
).annotateMerge(documented(liveUsers))
