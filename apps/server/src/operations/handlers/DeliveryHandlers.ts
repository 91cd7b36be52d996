/** Answers to the operations on deliveries: the log, sending events again, streams of events. */
import {
  cancelRecovery,
  listDeliveries,
  listening,
  listRecoveries,
  recoverEndpoint,
  resendDelivery,
  showDelivery,
  showRecovery
} from "@heddle/api"
import { Effect } from "effect"
import { EventStreams } from "../../webhooks/listening/EventStreams.ts"
import { retryAfterSeconds } from "../../webhooks/listening/StreamCount.ts"
import { DeliveryLog } from "../../webhooks/log/DeliveryLog.ts"
import { Recoveries } from "../../webhooks/resending/Recoveries.ts"
import { Resend } from "../../webhooks/resending/Resend.ts"
import { TooManyCalls } from "../metering/Call.ts"
import { Metering } from "../metering/Metering.ts"

const data = <A>(value: A) => ({ data: value })

export const deliveryHandlers = Effect.gen(function* () {
  const { read, write } = yield* Metering
  const log = yield* DeliveryLog
  const { resend } = yield* Resend
  const jobs = yield* Recoveries
  return {
    listDeliveries: read(listDeliveries, ({ query }, { accountId }) => log.list(accountId, query)),
    showDelivery: read(showDelivery, ({ params }, { accountId }) =>
      Effect.map(log.show(accountId, params.delivery_id), data)
    ),
    resendDelivery: write(resendDelivery, ({ params }, { accountId }) =>
      Effect.map(resend(accountId, params.delivery_id), data)
    ),
    recoverEndpoint: write(recoverEndpoint, ({ params, payload }, { accountId }) =>
      Effect.map(jobs.start(accountId, params.endpoint_id, new Date(payload.since)), data)
    ),
    listRecoveries: read(listRecoveries, (_request, { accountId }) => Effect.map(jobs.list(accountId), data)),
    showRecovery: read(showRecovery, ({ params }, { accountId }) =>
      Effect.map(jobs.show(accountId, params.recovery_id), data)
    ),
    cancelRecovery: write(cancelRecovery, ({ params }, { accountId }) =>
      Effect.map(jobs.cancel(accountId, params.recovery_id), data)
    )
  }
})

/** Answers to the operations of streams of events. */
export const listeningHandlers = Effect.gen(function* () {
  const { stream, write } = yield* Metering
  const streams = yield* EventStreams
  return {
    listenToEndpoint: stream(listening.listen, ({ params, query, headers }, { accountId, check }) =>
      streams
        .open(accountId, params.endpoint_id, {
          consumer: query.consumer ?? null,
          takeOver: query.takeOver === true,
          since: query.since === undefined ? null : new Date(query.since),
          lastEventId: headers["last-event-id"] ?? null,
          check
        })
        .pipe(
          Effect.catchTag("TooManyStreams", ({ detail }) => Effect.fail(new TooManyCalls(detail, retryAfterSeconds)))
        )
    ),
    acknowledgeEvents: write(listening.acknowledge, ({ params, payload }, { accountId }) =>
      Effect.map(streams.acknowledge(accountId, params.endpoint_id, payload.eventIds), (acknowledged) => ({
        data: { acknowledged }
      }))
    )
  }
})
