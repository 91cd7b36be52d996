/** Jobs that send an endpoint's failed events again, an addition of ours: all free, all need API Standard or higher. */
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { Recovery, RecoveryInput, resendDays } from "../Deliveries.ts"
import { RecoveryId } from "../Ids.ts"
import { Envelope } from "../Operation.ts"
import { deleteOperation, postOperationOn, readOperation, readOperationOn } from "../OperationKinds.ts"
import { type EndpointRequest, management, ofEndpoint } from "./Webhooks.ts"

const RecoveryResult = Envelope("The job.", { data: Recovery })

export const recoverEndpoint = postOperationOn({
  ...ofEndpoint,
  name: "recoverEndpoint",
  path: "/webhook/endpoints/:endpoint_id/recover",
  payload: RecoveryInput,
  result: RecoveryResult,
  success: RecoveryResult.pipe(HttpApiSchema.status(201)),
  changes: "rows",
  summary: "Recover an endpoint",
  description: `Starts a recovery: a job that sends all events again that failed since a given time, at most ${resendDays} days ago, oldest first. An endpoint has one running recovery at a time. It hardly delays new events, because it schedules at most half a minute's requests ahead. Refunded events are charged again; if the credits run out, the recovery ends as \`out_of_credits\`.`,
  parameters: ({ params, payload }: EndpointRequest & { readonly payload: RecoveryInput }) => ({
    call: "recover_endpoint",
    ...params,
    ...payload
  })
})

const ListResult = Envelope("All jobs.", {
  data: Schema.Array(Recovery).annotate({ description: "The recoveries, newest first." })
})

/** Finished jobs that are kept of an account. */
export const keptRecoveries = 100

export const listRecoveries = readOperation({
  ...management,
  name: "listRecoveries",
  path: "/webhook/recoveries",
  result: ListResult,
  summary: "List recoveries",
  description: `Lists the running recoveries and the newest ${keptRecoveries} others.`,
  parameters: (_request: object) => ({ call: "list_recoveries" })
})

const ofRecovery = {
  ...management,
  params: {
    recovery_id: RecoveryId.annotate({
      description: "The id of a recovery (`rec_…`).",
      examples: [RecoveryId.make("rec_01M7YY0HSY8ZTAVD0RDB125TQK")]
    })
  }
} as const
type RecoveryRequest = { readonly params: { readonly recovery_id: RecoveryId } }

export const showRecovery = readOperationOn({
  ...ofRecovery,
  name: "showRecovery",
  path: "/webhook/recoveries/:recovery_id",
  result: RecoveryResult,
  summary: "Show a recovery",
  description: "Returns the progress of a recovery.",
  parameters: ({ params }: RecoveryRequest) => ({ call: "show_recovery", ...params })
})

export const cancelRecovery = deleteOperation({
  ...ofRecovery,
  name: "cancelRecovery",
  path: "/webhook/recoveries/:recovery_id",
  result: RecoveryResult,
  changes: "rows",
  summary: "Cancel a recovery",
  description:
    "Cancels a running recovery. Events that it has already scheduled are still sent. A recovery that has ended does not change.",
  parameters: ({ params }: RecoveryRequest) => ({ call: "cancel_recovery", ...params })
})
