/** Jobs that send an endpoint's failed events again, as the API returns them. */
import { Schema } from "effect"
import { EndpointId, RecoveryId } from "./Ids.ts"
import { Count } from "./Parameters.ts"
import { Rfc3339Text } from "./Rfc3339.ts"

export const RecoveryState = Schema.Literals(["running", "completed", "cancelled", "out_of_credits"])
export type RecoveryState = typeof RecoveryState.Type

export const Recovery = Schema.Struct({
  id: RecoveryId.annotate({ description: "The id of the recovery (`rec_…`)." }),
  endpointId: EndpointId.annotate({ description: "The endpoint (`ep_…`)." }),
  since: Schema.String.annotate({ description: "Events that failed at or after this time are sent again (RFC 3339)." }),
  state: RecoveryState.annotate({ description: "`running`, `completed`, `cancelled` or `out_of_credits`." }),
  total: Count.annotate({ description: "Events that had failed when the recovery started." }),
  resent: Count.annotate({ description: "Events scheduled to be sent again so far." }),
  createdAt: Schema.String.annotate({ description: "When the recovery started (RFC 3339)." }),
  finishedAt: Schema.NullOr(Schema.String).annotate({
    description: "When it ended; null while it is running (RFC 3339)."
  })
}).annotate({ description: "A job that sends failed events again." })
export type Recovery = typeof Recovery.Type

export const RecoveryInput = Schema.Struct({
  since: Rfc3339Text.annotate({
    description: "Send all events again that failed at or after this time (RFC 3339).",
    examples: ["2026-11-21T00:00:00Z"]
  })
})
export type RecoveryInput = typeof RecoveryInput.Type
