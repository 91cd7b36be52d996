/** `heddle deliveries`: the delivery log of an account, sending events again and recovering endpoints. */
import { RecoveryInput } from "@heddle/api/fields"
import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { OperatorClient } from "../operator/OperatorClient.ts"
import { account, json, print, explained } from "./AccountFlags.ts"
import {
  delivery,
  describeDeliveries,
  describeDelivery,
  describeRecoveries,
  endpoint,
  filters,
  readFilters,
  recovery
} from "./DeliveryFlags.ts"
import { OperatorAccess } from "./OperatorAccess.ts"

const list = Command.make(
  "list",
  { account, ...filters, json },
  Effect.fn(function* ({ account, json, ...flags }) {
    const { deliveries } = yield* OperatorClient
    const page = yield* deliveries.list({ params: { account_id: account }, query: yield* readFilters(flags) })
    const more = page.next_cursor === null ? "" : `\nThere may be more: --cursor ${page.next_cursor}`
    const rows = page.deliveries.length === 0 ? "No such delivery." : describeDeliveries(page.deliveries)
    yield* print(json, page, `${rows}${more}`)
  })
).pipe(
  explained("List attempts to deliver events, newest first", {
    "heddle deliveries list --account acct_… --limit 20": "The last 20 attempts",
    "heddle deliveries list --account acct_… --status 500": "Attempts that the receiver answered with 500"
  })
)

const show = Command.make(
  "show",
  { account, delivery, json },
  Effect.fn(function* ({ account, delivery, json }) {
    const { deliveries } = yield* OperatorClient
    const shown = yield* deliveries.show({ params: { account_id: account, delivery_id: delivery } })
    yield* print(json, shown, describeDelivery(shown))
  })
).pipe(
  explained("Show an attempt with its request and response", {
    "heddle deliveries show --account acct_… --delivery dlv_…": "Headers, bodies and timing of the attempt"
  })
)

const resend = Command.make(
  "resend",
  { account, delivery, json },
  Effect.fn(function* ({ account, delivery, json }) {
    const { deliveries } = yield* OperatorClient
    const resent = yield* deliveries.resend({ params: { account_id: account, delivery_id: delivery } })
    const cost = resent.charged === 0 ? "" : ` It was charged again: ${resent.charged} credits.`
    yield* print(json, resent, `Sending event ${resent.eventId} again.${cost}`)
  })
).pipe(
  explained("Send the event of a delivery again", {
    "heddle deliveries resend --account acct_… --delivery dlv_…": "Send the event again"
  })
)

const recover = Command.make(
  "recover",
  {
    account,
    endpoint,
    since: Flag.String("since").pipe(
      Flag.withSchema(RecoveryInput.fields.since),
      Flag.withDescription("Events that failed since this time, such as 2027-01-31T00:00:00Z; at most 30 days ago")
    ),
    json
  },
  Effect.fn(function* ({ account, endpoint, since, json }) {
    const { deliveries } = yield* OperatorClient
    const job = yield* deliveries.recover({
      params: { account_id: account, endpoint_id: endpoint },
      payload: { since }
    })
    yield* print(json, job, `Recovery ${job.id} is sending ${job.total} failed events again.`)
  })
).pipe(
  explained("Send all failed events of an endpoint again", {
    "heddle deliveries recover --account acct_… --endpoint ep_… --since 2027-01-31T00:00:00Z":
      "All events that failed since the end of January"
  })
)

const recoveries = Command.make(
  "recoveries",
  { account, json },
  Effect.fn(function* ({ account, json }) {
    const { deliveries } = yield* OperatorClient
    const all = yield* deliveries.recoveries({ params: { account_id: account } })
    yield* print(json, all, all.length === 0 ? "The account has no recoveries." : describeRecoveries(all))
  })
).pipe(
  explained("List the recoveries of an account with their progress, newest first", {
    "heddle deliveries recoveries --account acct_…": "List the recoveries"
  })
)

const cancelRecovery = Command.make(
  "cancel-recovery",
  { account, recovery, json },
  Effect.fn(function* ({ account, recovery, json }) {
    const { deliveries } = yield* OperatorClient
    const job = yield* deliveries.cancelRecovery({ params: { account_id: account, recovery_id: recovery } })
    yield* print(json, job, `Recovery ${job.id} is ${job.state}; it sent ${job.resent} events again.`)
  })
).pipe(
  explained("Cancel a recovery; events that it has already scheduled are still sent", {
    "heddle deliveries cancel-recovery --account acct_… --recovery rec_…": "Stop the recovery"
  })
)

/** Leaves the operator client open, so that tests can provide their own. */
export const deliveryCommands = Command.make("deliveries").pipe(
  Command.withDescription("List deliveries and send events again"),
  Command.withSubcommands([list, show, resend, recover, recoveries, cancelRecovery])
)

export const deliveries = Command.provide(deliveryCommands, OperatorAccess)
