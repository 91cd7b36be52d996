/** Flags that select deliveries, and how they are shown. */
import {
  DeliveriesQuery,
  type Delivery,
  type DeliveryDetails,
  DeliveryId,
  DeliveryOutcome,
  EndpointId,
  type Recovery,
  RecoveryId
} from "@heddle/api/fields"
import { Effect, Option, Schema } from "effect"
import { Flag } from "effect/cli"
import { table } from "./AccountFlags.ts"
import { CommandFailed } from "./CommandFailed.ts"

const idOf = <A extends string>(name: string, schema: Schema.Codec<A, string>, description: string) =>
  Flag.String(name).pipe(Flag.withSchema(schema), Flag.withDescription(description))

export const delivery = idOf("delivery", DeliveryId, "Delivery id (dlv_…)")
export const endpoint = idOf("endpoint", EndpointId, "Endpoint id (ep_…)")
export const recovery = idOf("recovery", RecoveryId, "Recovery id (rec_…)")

const only = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

export const filters = {
  endpoint: only("endpoint", "Only attempts to this endpoint (ep_…)"),
  rule: only("rule", "Only events of this rule (rule_…)"),
  event: only("event", "Only attempts of this event (evt_…)"),
  post: only("post", "Only events of the post with this code"),
  outcome: Flag.Literals("outcome", DeliveryOutcome.literals).pipe(
    Flag.withDescription("Only attempts with this outcome"),
    Flag.optional
  ),
  status: Flag.Int("status").pipe(Flag.withDescription("Only attempts whose response had this status"), Flag.optional),
  from: only("from", "Only attempts from this time on, such as 2027-01-31T00:00:00Z"),
  to: only("to", "Only attempts before this time"),
  limit: Flag.Int("limit").pipe(Flag.withDescription("How many to show (default 50, at most 500)"), Flag.optional),
  cursor: only("cursor", "Cursor of the next page, as printed below the previous page")
}

type Values<Flags> = { readonly [K in keyof Flags]: Flags[K] extends Flag.Flag<infer A> ? A : never }

const decode = Schema.decodeUnknownEffect(DeliveriesQuery)

/** The flags as a query of the API; absent flags are absent parameters. */
export const readFilters = (flags: Values<typeof filters>): Effect.Effect<DeliveriesQuery, CommandFailed> => {
  const named = {
    endpointId: flags.endpoint,
    ruleId: flags.rule,
    eventId: flags.event,
    postCode: flags.post,
    outcome: flags.outcome,
    statusCode: flags.status,
    from: flags.from,
    to: flags.to,
    limit: flags.limit,
    cursor: flags.cursor
  }
  const given = Object.entries<Option.Option<string | number>>(named).flatMap(([name, value]) =>
    Option.isSome(value) ? [[name, value.value]] : []
  )
  return Effect.mapError(decode(Object.fromEntries(given)), ({ message }) => new CommandFailed({ detail: message }))
}

const answerOf = ({ statusCode, error }: Delivery): string => (statusCode === null ? (error ?? "") : String(statusCode))

export const describeDeliveries = (deliveries: ReadonlyArray<Delivery>): string =>
  table(
    ["DELIVERY", "STARTED", "ENDPOINT", "EVENT", "POST", "TRY", "OUTCOME", "ANSWER"],
    deliveries.map((one) => [
      one.id,
      one.startedAt,
      one.endpointId,
      one.eventId ?? "test",
      one.postCode ?? "",
      String(one.attempt),
      one.outcome,
      answerOf(one)
    ])
  )

const headerLines = (headers: Readonly<Record<string, string>> | null) =>
  Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`)

export const describeDelivery = (one: DeliveryDetails): string =>
  [
    describeDeliveries([one]),
    "",
    `POST ${one.request.url ?? "(address not known)"}`,
    ...headerLines(one.request.headers),
    "",
    one.request.body ?? "(body not kept)",
    ...(one.response === null
      ? []
      : ["", `Response ${one.statusCode}`, ...headerLines(one.response.headers), "", one.response.body ?? ""])
  ].join("\n")

export const describeRecoveries = (recoveries: ReadonlyArray<Recovery>): string =>
  table(
    ["RECOVERY", "ENDPOINT", "SINCE", "STATE", "SENT AGAIN"],
    recoveries.map((job) => [job.id, job.endpointId, job.since, job.state, `${job.resent} of ${job.total}`])
  )
