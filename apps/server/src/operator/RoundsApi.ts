/** The state of the rounds: the operator's call and its schemas. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"

export const RoundsAnswer = Schema.Struct({
  checkedAt: Schema.NullOr(Schema.String).annotate({
    description: "Every rule was checked in a round that started at this time or later; null before the first rounds."
  }),
  shards: Schema.Int.annotate({ description: "Groups of accounts that are checked together." }),
  overdue: Schema.Int.annotate({ description: "Shards whose interval has passed." }),
  lagSeconds: Schema.Finite.annotate({ description: "By how much the interval of a shard has been exceeded." }),
  processes: Schema.Int.annotate({ description: "Live processes that share the rounds." }),
  outOfCredits: Schema.Int.annotate({ description: "Accounts without the credits for an event." })
})

export class OperatorRounds extends HttpApiGroup.make("rounds")
  .add(HttpApiEndpoint.get("report", "/rounds", { success: RoundsAnswer }))
  .annotateMerge(OpenApi.annotations({ title: "Rounds" })) {}
