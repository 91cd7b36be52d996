/** `GET /balance` (service.md, "Account and usage"). */
import { Schema } from "effect"
import { Envelope } from "../Operation.ts"
import { readOperation } from "../OperationKinds.ts"
import { Count, UnixSeconds } from "../Parameters.ts"
import { GrantKind, PlanName } from "../Plans.ts"

export const BalanceGrant = Schema.Struct({
  kind: GrantKind,
  remaining: Count.annotate({ description: "Credits left in this grant, without holds." }),
  expires_at: UnixSeconds.annotate({ description: "When what is left expires, in Unix seconds." })
})

const Balance = Schema.Struct({
  remaining_credits: Count.annotate({ description: "What can be spent now: grants in force without holds." }),
  held_credits: Count.annotate({ description: "Reserved by running calls and by webhook events not sent yet." }),
  plan: Schema.NullOr(
    Schema.Struct({
      name: PlanName,
      renews_at: Schema.NullOr(UnixSeconds).annotate({
        description: "When the plan renews by itself, in Unix seconds; null when it must be renewed by hand."
      }),
      webhooks: Schema.Boolean.annotate({ description: "Whether the plan includes webhooks." })
    })
  ).annotate({ description: "The current plan; null without one." }),
  grants: Schema.Array(BalanceGrant).annotate({ description: "Grants in force, in the order they are spent." })
})

export const BalanceResult = Envelope("The balance.", { data: Balance })

export const balance = readOperation({
  name: "balance",
  path: "/balance",
  summary: "Credit balance",
  description: "What the account can spend now, what is held, its plan, and its grants with their expiry.",
  apiType: "balance",
  tool: {
    name: "get_balance",
    description: "The credits you can spend now, what running calls hold, the plan, and when credits expire."
  },
  requires: "nothing",
  parameters: (_request: object) => ({}),
  result: BalanceResult
})
