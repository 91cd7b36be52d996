/** `GET /balance` (service.md, "Account and usage"). */
import { Schema } from "effect"
import { Envelope } from "../Operation.ts"
import { readOperation } from "../OperationKinds.ts"
import { Count, UnixSeconds } from "../Parameters.ts"
import { GrantKind, PlanName } from "../Plans.ts"

export const BalanceGrant = Schema.Struct({
  kind: GrantKind,
  remaining: Count.annotate({ description: "Credits left in this grant, minus holds." }),
  expires_at: UnixSeconds.annotate({ description: "When the remaining credits expire, in Unix seconds." })
})

const Balance = Schema.Struct({
  remaining_credits: Count.annotate({ description: "Credits you can spend now: current grants minus holds." }),
  held_credits: Count.annotate({
    description: "Credits reserved for running calls and for webhook events that have not been sent yet."
  }),
  plan: Schema.NullOr(
    Schema.Struct({
      name: PlanName,
      renews_at: Schema.NullOr(UnixSeconds).annotate({
        description: "When the plan renews automatically, in Unix seconds; null if it does not."
      }),
      webhooks: Schema.Boolean.annotate({ description: "Whether the plan includes webhooks." })
    })
  ).annotate({ description: "The active plan; null if there is none." }),
  grants: Schema.Array(BalanceGrant).annotate({ description: "Current grants, in the order in which they are spent." })
})

export const BalanceResult = Envelope("The balance.", { data: Balance })

export const balance = readOperation({
  name: "balance",
  path: "/balance",
  summary: "Credit balance",
  description:
    "Returns the credits that the account can spend now, its held credits, its plan, and its grants with their expiry.",
  apiType: "balance",
  tool: {
    name: "get_balance",
    description: "The credits you can spend now, what running calls hold, the plan, and when credits expire."
  },
  requires: "nothing",
  parameters: (_request: object) => ({}),
  result: BalanceResult
})
