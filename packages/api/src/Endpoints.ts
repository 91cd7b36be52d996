/** Webhook endpoints: what creates them, and how the API returns them (service.md, "Webhook management"). */
import { Effect, Schema, SchemaTransformation } from "effect"
import { EndpointId } from "./Ids.ts"
import { Count, defaulted, flag, IntBetween, NonEmptyText, optional } from "./Parameters.ts"
import { webhookEventPrice } from "./Prices.ts"
import { Rule } from "./Rules.ts"
import { eitherSpelling } from "./Spellings.ts"

/** More events than this that wait for an endpoint are not counted. */
export const countedWaiting = 10_001
export const secretOverlapHours = { byDefault: 24, atMost: 168 }
/** Secrets that sign the requests to an endpoint at the same time. */
export const maxLiveSecrets = 10

const time = "RFC 3339."

const Health = Schema.Struct({
  state: Schema.Literals(["healthy", "failing", "delayed"]).annotate({
    description:
      "`healthy`: the last attempt succeeded, or there has been none. `failing`: the last attempt failed. `delayed`: after too many failures in a row, Heddle tries one event at a time, with pauses, until one succeeds."
  }),
  failingSince: Schema.NullOr(Schema.String).annotate({
    description: `The first failure since the last success; null if healthy. ${time}`
  }),
  lastError: Schema.NullOr(Schema.String).annotate({ description: "The latest failure; null if healthy." })
}).annotate({ identifier: "EndpointHealth", description: "Whether attempts to the endpoint succeed." })

const Queue = Schema.Struct({
  waiting: Count.annotate({
    description: `Events waiting for their first attempt or a retry. At most ${countedWaiting.toLocaleString("en")} are counted.`
  }),
  nextAttemptAt: Schema.NullOr(Schema.String).annotate({
    description: `The earliest time at which the next of these can be sent, considering the rate limit, the pauses of a delayed endpoint and those asked for with \`Retry-After\`. A time in the past means now; null means that none are waiting. ${time}`
  })
}).annotate({ identifier: "EndpointQueue", description: "The events waiting for the endpoint." })

export const Endpoint = Schema.Struct({
  id: EndpointId.annotate({ description: "The id of the endpoint (`ep_…`)." }),
  url: Schema.String.annotate({ description: "The URL that receives events by POST." }),
  name: Schema.NullOr(Schema.String).annotate({
    description: "What the customer calls the endpoint; null without a name."
  }),
  secret: Schema.String.annotate({
    description: "The newest signing secret; the HMAC key is this whole string as UTF-8 bytes."
  }),
  createdAt: Schema.String.annotate({ description: time }),
  standardWebhooks: Schema.Boolean.annotate({ description: "Whether requests also have Standard Webhooks headers." }),
  dailyCreditCap: Schema.NullOr(Count).annotate({
    description: "The most credits that the endpoint's events can cost in a day (UTC); null for no cap."
  }),
  health: Health,
  queue: Queue,
  rules: Schema.Array(Rule).annotate({ description: "The endpoint's rules." })
}).annotate({ identifier: "Endpoint", description: "An endpoint." })
export type Endpoint = typeof Endpoint.Type

/** A new endpoint as it was answered, also by releases that knew no name, options, health and queue. */
export const KeptEndpoint = Schema.Struct({
  ...Endpoint.fields,
  name: Endpoint.fields.name.pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  standardWebhooks: Endpoint.fields.standardWebhooks.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false))),
  dailyCreditCap: Endpoint.fields.dailyCreditCap.pipe(Schema.withDecodingDefaultKey(Effect.succeed(null))),
  health: Health.pipe(
    Schema.withDecodingDefaultKey(Effect.succeed({ state: "healthy" as const, failingSince: null, lastError: null }))
  ),
  queue: Queue.pipe(Schema.withDecodingDefaultKey(Effect.succeed({ waiting: 0, nextAttemptAt: null })))
})

export const RotatedEndpoint = Schema.Struct({
  ...Endpoint.fields,
  previousSecretExpiresAt: Schema.String.annotate({
    description: `When the previous secret stops signing. ${time}`
  })
}).annotate({ identifier: "RotatedEndpoint", description: "The endpoint with its new secret." })
export type RotatedEndpoint = typeof RotatedEndpoint.Type

const EndpointName = NonEmptyText.check(Schema.isMaxCodePoints(100, { message: "must have at most 100 characters" }))
const DailyCreditCap = Schema.NullOr(IntBetween(webhookEventPrice, 1_000_000_000))

const endpointFields = Schema.Struct({
  url: NonEmptyText.annotate({
    description: "Public HTTPS URL that receives events by POST.",
    examples: ["https://example.com/hooks/heddle"]
  }),
  name: optional(Schema.NullOr(EndpointName), {
    description: "What to call the endpoint in the portal. Null or absent: no name.",
    example: "production"
  }),
  standardWebhooks: flag("Whether requests also have the headers of the Standard Webhooks specification."),
  dailyCreditCap: optional(DailyCreditCap, {
    description: `The most credits that the endpoint's events can cost in a day (UTC), at least ${webhookEventPrice}. Matching posts beyond the cap are sent after midnight if they are still within the window of their rule. Null or absent: no cap.`,
    example: 2_000
  })
})

/** The body that creates an endpoint. Giving both spellings of one field is an error. */
export const EndpointInput = Schema.Struct({
  ...endpointFields.fields,
  standard_webhooks: endpointFields.fields.standardWebhooks,
  daily_credit_cap: endpointFields.fields.dailyCreditCap
})
  .annotate({ identifier: "EndpointInput" })
  .pipe(
    Schema.decodeTo(
      endpointFields,
      SchemaTransformation.transformEffect({
        decode: Effect.fnUntraced(function* ({
          url,
          name,
          standardWebhooks,
          dailyCreditCap,
          standard_webhooks,
          daily_credit_cap
        }) {
          const standard = yield* eitherSpelling(
            { camel: "standardWebhooks", snake: "standard_webhooks" },
            standardWebhooks,
            standard_webhooks
          )
          const cap = yield* eitherSpelling(
            { camel: "dailyCreditCap", snake: "daily_credit_cap" },
            dailyCreditCap,
            daily_credit_cap
          )
          return {
            url,
            ...(name === undefined ? {} : { name }),
            ...(standard === undefined ? {} : { standardWebhooks: standard }),
            ...(cap === undefined ? {} : { dailyCreditCap: cap })
          }
        }),
        encode: (input) => Effect.succeed(input)
      })
    )
  )
export type EndpointInput = typeof EndpointInput.Type

/** All that can change of an endpoint. */
export const EndpointChange = Schema.Struct({
  url: endpointFields.fields.url,
  name: Schema.NullOr(EndpointName),
  standardWebhooks: Schema.Boolean,
  dailyCreditCap: DailyCreditCap
})
export type EndpointChange = typeof EndpointChange.Type

const rotationFields = Schema.Struct({
  overlapHours: defaulted(IntBetween(0, secretOverlapHours.atMost), secretOverlapHours.byDefault, {
    description: `How many hours the old secret also signs requests. With 0, it stops immediately.`,
    example: 48
  })
})

/** The body of a rotation, which may be absent. */
export const RotationInput = Schema.Struct({
  ...rotationFields.fields,
  overlap_hours: rotationFields.fields.overlapHours
})
  .annotate({ identifier: "RotationInput" })
  .pipe(
    Schema.decodeTo(
      rotationFields,
      SchemaTransformation.transformEffect({
        decode: ({ overlapHours, overlap_hours }) =>
          Effect.map(
            eitherSpelling({ camel: "overlapHours", snake: "overlap_hours" }, overlapHours, overlap_hours),
            (hours) => (hours === undefined ? {} : { overlapHours: hours })
          ),
        encode: (input) => Effect.succeed(input)
      })
    )
  )
export type RotationInput = typeof RotationInput.Type
