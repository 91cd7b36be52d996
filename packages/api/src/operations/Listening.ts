/**
 * An endpoint's events as a stream, for machines without a public address (`heddle-receiver listen --forward-to`). An
 * addition of ours; free.
 */
import { Effect, Schema, SchemaIssue, SchemaTransformation } from "effect"
import { Envelope } from "../Operation.ts"
import { postOperationOn, streamOperationOn } from "../OperationKinds.ts"
import { eitherSpelling } from "../Spellings.ts"
import { Count, flag, NonEmptyText, optional, Rfc3339Text, Text } from "../Parameters.ts"
import { type EndpointRequest, ofEndpoint } from "./Webhooks.ts"

/** Events that a stream sends before the first of them is acknowledged. */
export const maxUnacknowledged = 1_000
/** How far back a stream can begin, which is also how long bodies of events are kept at most. */
export const maxSinceDays = 30
const maxAcknowledgedAtOnce = 100

const ListenQuery = Schema.Struct({
  consumer: optional(Text.check(Schema.isMinLength(1), Schema.isMaxLength(100)), {
    description:
      "A name for this consumer, of your choice. A new stream replaces an earlier one with the same name, whose connection may already be lost.",
    example: "laptop-7f3a"
  }),
  takeOver: flag("`true` ends the stream of another consumer instead of failing with a 409."),
  since: optional(Rfc3339Text, {
    description: `Starts with the events created at this time (RFC 3339), at most ${maxSinceDays} days ago, whether or not they were acknowledged.`,
    example: "2026-11-21T09:00:00Z"
  })
})

const listenHeaders = {
  "last-event-id": optional(Text.check(Schema.isMaxLength(100)), {
    description: "The last event that you received (`evt_…`): the stream continues after it.",
    example: "evt_01M7YY0HSY8ZTAVD0RDB125TQK"
  })
}

interface ListenRequest extends EndpointRequest {
  readonly query: typeof ListenQuery.Type
  readonly headers: { readonly "last-event-id"?: string }
}

/** One message of the stream: a copy of the request that a delivery sends. */
export const StreamedDelivery = Schema.Struct({
  headers: Schema.Record(Schema.String, Schema.String).annotate({
    description: "The headers of a delivery, signed when the message was sent."
  }),
  body: Schema.String.annotate({ description: "The raw body, byte for byte as the endpoint receives it." })
}).annotate({ identifier: "StreamedDelivery" })
export type StreamedDelivery = typeof StreamedDelivery.Type

/** Why the server ends a stream. After `stopping`, connect again. */
export const streamEnds = ["stopping", "replaced", "key_revoked", "plan_ended", "endpoint_deleted"] as const
export type StreamEnd = (typeof streamEnds)[number]

export const listen = streamOperationOn({
  ...ofEndpoint,
  name: "listenToEndpoint",
  path: "/webhook/endpoints/:endpoint_id/events",
  query: ListenQuery,
  headers: listenHeaders,
  contentType: "text/event-stream",
  summary: "Stream an endpoint's events",
  description: `Server-sent events: a copy of each event of the endpoint, in order of creation, as soon as its first delivery starts. Deliveries to the endpoint's URL continue as before. A message \`delivery\` has the event's id and, as JSON, \`headers\` and \`body\` of a delivery. The next stream without \`Last-Event-ID\` sends unacknowledged events again; the stream pauses at ${maxUnacknowledged} of them. An endpoint's first stream starts with the events not sent yet, or at \`since\`. An endpoint has one stream at a time; a second one gets a 409. The server sends a comment every 10 seconds. Before the server ends a stream, it sends \`end\` with one of the reasons ${streamEnds.map((end) => `\`${end}\``).join(", ")}.`,
  parameters: ({ params, query }: ListenRequest) => ({ call: "listen", ...params, ...query })
})

const eventIds = Schema.Array(NonEmptyText.check(Schema.isMaxLength(100)))
  .check(Schema.isMinLength(1), Schema.isMaxLength(maxAcknowledgedAtOnce))
  .annotate({
    description: `The ids of up to ${maxAcknowledgedAtOnce} events (\`evt_…\`).`,
    examples: [["evt_01M7YY0HSY8ZTAVD0RDB125TQK"]]
  })

const spellings = { camel: "eventIds", snake: "event_ids" }

const given = Schema.Struct({
  eventIds: Schema.optionalKey(eventIds),
  event_ids: Schema.optionalKey(eventIds)
}).annotate({ identifier: "Acknowledgement" })

const Acknowledgement = given.pipe(
  Schema.decodeTo(
    Schema.Struct({ eventIds }),
    SchemaTransformation.transformEffect({
      decode: ({ eventIds, event_ids }) =>
        Effect.flatMap(eitherSpelling(spellings, eventIds, event_ids), (ids) =>
          ids === undefined
            ? Effect.fail(new SchemaIssue.Pointer([spellings.camel], new SchemaIssue.MissingKey(undefined)))
            : Effect.succeed({ eventIds: ids })
        ),
      encode: (input): Effect.Effect<typeof given.Type> => Effect.succeed(input)
    })
  )
)

const AcknowledgementResult = Envelope("The acknowledgement.", {
  data: Schema.Struct({
    acknowledged: Count.annotate({
      description: "How many of these events belong to the endpoint and are now acknowledged."
    })
  })
})

export const acknowledge = postOperationOn({
  ...ofEndpoint,
  name: "acknowledgeEvents",
  path: "/webhook/endpoints/:endpoint_id/events/acknowledge",
  payload: Acknowledgement,
  result: AcknowledgementResult,
  success: AcknowledgementResult,
  changes: "rows",
  summary: "Acknowledge streamed events",
  description:
    "Later streams of the endpoint do not send these events again. Acknowledging has no effect on deliveries to the endpoint's URL.",
  parameters: ({ params, payload }: EndpointRequest & { readonly payload: typeof Acknowledgement.Type }) => ({
    call: "acknowledge",
    ...params,
    events: payload.eventIds.length
  })
})
