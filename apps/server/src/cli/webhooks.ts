/** `heddle webhooks`: list the endpoints of an account and rotate their secrets. */
import { EndpointId, secretOverlapHours } from "@heddle/api/fields"
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import type { EndpointRecord } from "../operator/EndpointsApi.ts"
import { OverlapHours } from "../operator/Fields.ts"
import { OperatorClient } from "../operator/OperatorClient.ts"
import { account, explained, idFlag, json, print, table } from "./AccountFlags.ts"
import { OperatorAccess } from "./OperatorAccess.ts"

const endpoint = idFlag("endpoint", EndpointId, "Endpoint id (ep_…)")

const healthText = ({ health }: EndpointRecord): string =>
  health.failing_since === null ? health.state : `${health.state} since ${health.failing_since}`

const optionsText = ({ standard_webhooks, daily_credit_cap }: EndpointRecord): string =>
  [
    ...(standard_webhooks ? ["Standard Webhooks"] : []),
    ...(daily_credit_cap === null ? [] : [`${daily_credit_cap} credits a day`])
  ].join(", ")

const describeEndpoints = (endpoints: ReadonlyArray<EndpointRecord>): string =>
  table(
    ["ENDPOINT", "URL", "RULES", "HEALTH", "WAITING", "NEXT ATTEMPT", "OPTIONS", "LAST ERROR"],
    endpoints.map((one) => [
      one.id,
      one.url,
      String(one.rules),
      healthText(one),
      String(one.queue.waiting),
      one.queue.next_attempt_at ?? "none",
      optionsText(one),
      one.health.last_error ?? ""
    ])
  )

const list = Command.make(
  "list",
  { account, json },
  Effect.fn(function* ({ account, json }) {
    const { endpoints } = yield* OperatorClient
    const all = yield* endpoints.list({ params: { account_id: account } })
    yield* print(json, all, all.length === 0 ? "The account has no endpoints." : describeEndpoints(all))
  })
).pipe(
  explained("List the webhook endpoints of an account with their health and waiting events", {
    "heddle webhooks list --account acct_…": "List the endpoints"
  })
)

const rotateSecret = Command.make(
  "rotate-secret",
  {
    account,
    endpoint,
    overlapHours: Flag.Int("overlap-hours").pipe(
      Flag.withSchema(OverlapHours),
      Flag.withDescription(
        `How many hours the old secret also signs requests: 0 to ${secretOverlapHours.atMost} (default ${secretOverlapHours.byDefault})`
      ),
      Flag.optional
    ),
    json
  },
  Effect.fn(function* ({ account, endpoint, overlapHours, json }) {
    const { endpoints } = yield* OperatorClient
    const rotated = yield* endpoints.rotateSecret({
      params: { account_id: account, endpoint_id: endpoint },
      payload: Option.isSome(overlapHours) ? { overlap_hours: overlapHours.value } : {}
    })
    yield* print(
      json,
      rotated,
      `The old secret of ${rotated.id} signs until ${rotated.previous_secret_expires_at}. The new secret:\n${rotated.secret}`
    )
  })
).pipe(
  explained("Create a new signing secret for an endpoint; the old one also signs until the overlap ends", {
    "heddle webhooks rotate-secret --account acct_… --endpoint ep_… --overlap-hours 48":
      "The old secret signs for two more days"
  })
)

/** Leaves the operator client open, so that tests can provide their own. */
export const webhookCommands = Command.make("webhooks").pipe(
  Command.withDescription("Administer webhook endpoints"),
  Command.withSubcommands([list, rotateSecret])
)

export const webhooks = Command.provide(webhookCommands, OperatorAccess)
