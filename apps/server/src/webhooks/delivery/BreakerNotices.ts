/** Mails to the customer when the circuit breaker of an endpoint opens and closes, in the transaction that moves it. */
import { Context, Effect, Layer, Option } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { Accounts } from "../../accounts/customers/Accounts.ts"
import { MailQueue } from "../../mail/MailQueue.ts"
import { publicUrl, Settings } from "../../runtime/Settings.ts"
import { hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import type { EndpointQueue } from "./Queues.ts"

/** An endpoint that keeps failing causes at most one pair of mails in this time. */
const pauseMillis = hourMillis

export class BreakerNotices extends Context.Service<
  BreakerNotices,
  {
    /** Within the caller's transaction: sends what the change of the breaker calls for. */
    tell(before: EndpointQueue, after: EndpointQueue): Effect.Effect<void, SqlError.SqlError>
  }
>()("@heddle/server/webhooks/delivery/BreakerNotices") {
  static readonly layer = Layer.effect(
    BreakerNotices,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const accounts = yield* Accounts
      const mails = yield* MailQueue
      const baseUrl = publicUrl(yield* Settings)

      const send = Effect.fnUntraced(function* (
        { accountId, endpointId }: EndpointQueue,
        text: (url: string) => { readonly subject: string; readonly lines: ReadonlyArray<string> }
      ) {
        const account = Option.getOrUndefined(yield* Effect.option(accounts.find(accountId)))
        const [endpoint] = yield* sql<{ url: string }>`
          SELECT url FROM webhook_endpoints WHERE account_id = ${accountId} AND id = ${endpointId}`
        if (account === undefined || endpoint === undefined) return
        const { subject, lines } = text(endpoint.url)
        const closing = ["", `Account ${accountId}, endpoint ${endpointId}, at ${baseUrl}`, ""]
        yield* mails.enqueue({ accountId, to: account.email, subject, text: [...lines, ...closing].join("\n") })
      })

      const opened = Effect.fnUntraced(function* (queue: EndpointQueue) {
        const time = yield* now
        const rows = yield* sql`
          UPDATE webhook_queues SET notified_at = ${time}
          WHERE account_id = ${queue.accountId} AND endpoint_id = ${queue.endpointId}
            AND (notified_at IS NULL OR notified_at < ${plusMillis(time, -pauseMillis)}) RETURNING 1`
        if (rows.length > 0) yield* send(queue, (url) => openedText(url, queue))
      })

      const closed = Effect.fnUntraced(function* (queue: EndpointQueue, openedAt: Date) {
        const rows = yield* sql`
          SELECT 1 FROM webhook_queues
          WHERE account_id = ${queue.accountId} AND endpoint_id = ${queue.endpointId} AND notified_at >= ${openedAt}`
        if (rows.length > 0) yield* send(queue, closedText)
      })

      const tell = (before: EndpointQueue, after: EndpointQueue) => {
        if (before.openedAt === null && after.openedAt !== null) return opened(after)
        return before.openedAt !== null && after.openedAt === null ? closed(after, before.openedAt) : Effect.void
      }

      return BreakerNotices.of({ tell })
    })
  )
}

const openedText = (url: string, { failures, lastError }: EndpointQueue) => ({
  subject: "Your webhook endpoint is failing; deliveries to it are delayed",
  lines: [
    `The last ${failures} deliveries to ${url} failed.`,
    `Last error: ${lastError ?? "unknown"}`,
    "",
    "Heddle now tries one delivery at a time, with pauses of up to five minutes, until one succeeds.",
    "No events are lost, and the pauses do not use up retries."
  ]
})

const closedText = (url: string) => ({
  subject: "Your webhook endpoint works again",
  lines: [`A delivery to ${url} succeeded. Heddle sends the waiting events now.`]
})
