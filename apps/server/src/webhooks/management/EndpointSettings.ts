/** What a customer sets of an endpoint: at its creation, and later in the portal. Runs within the caller's transaction. */
import { type AccountId, Conflict, type EndpointChange, type EndpointId, type EndpointInput } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { audit } from "../../accounts/audit/AuditLog.ts"
import { newId } from "../../runtime/Ids.ts"
import { now } from "../../runtime/Time.ts"
import type { Destination } from "../delivery/Destination.ts"
import { outboxChannel } from "../delivery/NewEvents.ts"
import { makeQueues } from "../delivery/Queues.ts"
import type { makeSigningSecrets } from "../delivery/SigningSecrets.ts"
import { type makeEndpointRecords, unknownEndpoint } from "./EndpointRecords.ts"

export type EndpointOptions = Omit<EndpointInput, "url">

interface Parts<E, R> {
  readonly sql: SqlClient.SqlClient
  readonly destination: Destination["Service"]
  readonly records: ReturnType<typeof makeEndpointRecords>
  readonly signingSecrets: ReturnType<typeof makeSigningSecrets>
  /** Locks the account, and fails if it is closed. */
  readonly lockOpen: (accountId: AccountId) => Effect.Effect<unknown, E, R>
  readonly maxEndpoints: number
}

export const makeEndpointSettings = <E, R>(parts: Parts<E, R>) => {
  const { sql, destination, records, signingSecrets, lockOpen, maxEndpoints } = parts
  const queues = makeQueues(sql)

  /** Fails if another endpoint of the account has the URL; returns how many others there are. */
  const checkUnused = Effect.fnUntraced(function* (accountId: AccountId, url: string, endpointId: EndpointId | null) {
    const others = yield* sql<{ url: string }>`
      SELECT url FROM webhook_endpoints WHERE account_id = ${accountId} AND id IS DISTINCT FROM ${endpointId}::text`
    if (others.some((row) => row.url === url)) {
      return yield* new Conflict({
        detail: `An endpoint with the URL ${url} already exists; use it, or delete it first.`
      })
    }
    return others.length
  })

  const create = Effect.fnUntraced(function* (accountId: AccountId, input: string, options: EndpointOptions = {}) {
    const { name = null, standardWebhooks = false, dailyCreditCap = null } = options
    const url = yield* destination.normalize(input)
    yield* lockOpen(accountId)
    if ((yield* checkUnused(accountId, url, null)) >= maxEndpoints) {
      return yield* new Conflict({
        detail: `The account has ${maxEndpoints} endpoints, which is the limit; delete one first.`
      })
    }
    const id = yield* newId("ep")
    yield* sql`
      INSERT INTO webhook_endpoints (account_id, id, url, name, standard_webhooks, daily_credit_cap, created_at)
      VALUES (${accountId}, ${id}, ${url}, ${name}, ${standardWebhooks}, ${dailyCreditCap}, ${yield* now})`
    yield* signingSecrets.add(accountId, id)
    yield* sql`INSERT INTO webhook_queues (account_id, endpoint_id) VALUES (${accountId}, ${id})`
    yield* sql`INSERT INTO webhook_rounds (account_id) VALUES (${accountId}) ON CONFLICT DO NOTHING`
    yield* audit(sql, accountId, "endpoint.created", { target: id, details: { url } })
    return yield* records.known(accountId, id)
  })

  const update = Effect.fnUntraced(function* (accountId: AccountId, endpointId: EndpointId, change: EndpointChange) {
    const { name, standardWebhooks, dailyCreditCap } = change
    const url = yield* destination.normalize(change.url)
    yield* lockOpen(accountId)
    const before = yield* records.one(accountId, endpointId)
    if (before === undefined) return yield* unknownEndpoint(endpointId)
    yield* checkUnused(accountId, url, endpointId)
    const time = yield* now
    yield* sql`
      UPDATE webhook_endpoints
      SET url = ${url}, name = ${name}, standard_webhooks = ${standardWebhooks}, daily_credit_cap = ${dailyCreditCap}
      WHERE account_id = ${accountId} AND id = ${endpointId}`
    if (url !== before.url) {
      yield* queues.lock([{ accountId, endpointId }])
      yield* queues.startAnew({ accountId, endpointId }, time)
      yield* sql`SELECT pg_notify(${outboxChannel}, '')`
    }
    if (dailyCreditCap !== before.dailyCreditCap) {
      // What the old cap put off until midnight may be sent now.
      yield* sql`UPDATE webhook_rounds SET recheck_at = ${time} WHERE account_id = ${accountId} AND recheck_at > ${time}`
    }
    yield* audit(sql, accountId, "endpoint.updated", {
      target: endpointId,
      details: { url, before: settingsOf(before), after: { url, name, standardWebhooks, dailyCreditCap } }
    })
    return yield* records.known(accountId, endpointId)
  })

  return { create, update }
}

const settingsOf = ({ url, name, standardWebhooks, dailyCreditCap }: EndpointChange): EndpointChange => ({
  url,
  name,
  standardWebhooks,
  dailyCreditCap
})
