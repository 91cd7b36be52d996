/** Answers to the operations of streams of events. */
import { listening } from "@heddle/api"
import { Effect } from "effect"
import { EventStreams } from "../../webhooks/listening/EventStreams.ts"
import { retryAfterSeconds } from "../../webhooks/listening/StreamCount.ts"
import { TooManyCalls } from "../metering/Call.ts"
import { Metering } from "../metering/Metering.ts"

export const listeningAnswers = Effect.gen(function* () {
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
