/** Customers with endpoints, and events that fall due when a benchmark says so: made through the product's own services. */
import type { AccountId, EndpointId, RuleId } from "@heddle/api"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Accounts } from "../../../apps/server/src/accounts/customers/Accounts.ts"
import { Grants } from "../../../apps/server/src/credits/ledger/Grants.ts"
import { arrayOf } from "../../../apps/server/src/database/client/Recordset.ts"
import { Ingestion } from "../../../apps/server/src/sources/ingestion/Ingestion.ts"
import type { Match } from "../../../apps/server/src/webhooks/delivery/NewEvents.ts"
import { Outbox } from "../../../apps/server/src/webhooks/delivery/Outbox.ts"
import { Endpoints } from "../../../apps/server/src/webhooks/management/Endpoints.ts"
import { makePosts } from "../posts/Posts.ts"
import { origin } from "../posts/Writing.ts"

const endpointsEach = 5
const credits = 1_000_000_000
const hourMillis = 3_600_000

export interface Target {
  readonly accountId: AccountId
  readonly endpointId: EndpointId
  readonly url: string
  readonly secret: string
  readonly rules: ReadonlyArray<RuleId>
}

export interface Due {
  readonly target: Target
  /** Unix time. */
  readonly dueAt: number
}

/** Any number of posts for the events to be about; returns their codes. */
export const writePosts = Effect.fnUntraced(function* (seed: number, count: number) {
  const ingestion = yield* Ingestion
  const untilMillis = yield* Clock.currentTimeMillis
  const posts = makePosts({ seed, count, period: { fromMillis: untilMillis - hourMillis, untilMillis } })
  const changes = Array.from({ length: count }, (_, index) => posts.post(index))
  const authors = Array.from({ length: count }, (_, index) => posts.account(index))
  yield* ingestion.write(authors, origin)
  yield* ingestion.write(changes, origin)
  return changes.map(({ code }) => code)
})

/** One endpoint for each URL, a few to an account. No post matches their rules: rounds make no events of their own. */
export const makeTargets = Effect.fnUntraced(function* (urls: ReadonlyArray<string>, rulesEach: number) {
  const accounts = yield* Accounts
  const grants = yield* Grants
  const endpoints = yield* Endpoints
  const targets: Array<Target> = []
  let accountId: AccountId | undefined
  for (const [index, url] of urls.entries()) {
    if (accountId === undefined || index % endpointsEach === 0) {
      const account = yield* accounts.create(`customer${url.replaceAll(/\W/g, "-")}@example.com`)
      yield* grants.give(account.id, { plan: "standard", credits })
      accountId = account.id
    }
    const { id: endpointId, secret } = yield* endpoints.create(accountId, url)
    const rules: Array<RuleId> = []
    for (let rule = 0; rule < rulesEach; rule += 1) {
      const made = yield* endpoints.createRule(accountId, endpointId, { keyword: `matchesnothing${rule}` })
      rules.push(made.id)
    }
    targets.push({ accountId, endpointId, url, secret, rules })
  }
  return targets
})

/** Makes events of posts that an endpoint has had no event of yet. */
export const makeEvents = (codes: ReadonlyArray<string>) => {
  const used = new Map<EndpointId, number>()

  const nextMatch = ({ accountId, endpointId, rules }: Target) => {
    const number = used.get(endpointId) ?? 0
    used.set(endpointId, number + 1)
    const ruleId = rules[Math.floor(number / codes.length)]
    const postCode = codes[number % codes.length]
    if (ruleId === undefined || postCode === undefined) throw new Error(`no posts are left for ${endpointId}`)
    return { accountId, ruleId, postCode }
  }

  const add = Effect.fnUntraced(function* (matches: ReadonlyArray<Match>) {
    const { created } = yield* (yield* Outbox).add(matches)
    if (created !== matches.length) return yield* Effect.die(new Error(`${created} of ${matches.length} events`))
  })

  /** For later; in one transaction for each account, so that nothing is sent before it is due. */
  const schedule = Effect.fnUntraced(function* (due: ReadonlyArray<Due>) {
    const sql = yield* SqlClient.SqlClient
    for (const [accountId, ofAccount] of Map.groupBy(due, ({ target }) => target.accountId)) {
      const matches = ofAccount.map(({ target, dueAt }) => ({ ...nextMatch(target), dueAt: new Date(dueAt) }))
      for (let from = 0; from < matches.length; from += atOnce) {
        const some = matches.slice(from, from + atOnce)
        yield* sql.withTransaction(Effect.andThen(add(some), delay(sql, accountId, some)))
      }
    }
  })

  /** Due at once. */
  const make = (targets: ReadonlyArray<Target>) => (targets.length === 0 ? Effect.void : add(targets.map(nextMatch)))

  return { schedule, make }
}

export type Events = ReturnType<typeof makeEvents>

/** Events made in one transaction. */
const atOnce = 5_000

const delay = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  accountId: AccountId,
  matches: ReadonlyArray<{ readonly ruleId: RuleId; readonly postCode: string; readonly dueAt: Date }>
) {
  const column = <A extends string | Date>(type: "text" | "timestamptz", values: ReadonlyArray<A>) =>
    arrayOf(type, values)
  yield* sql`
    UPDATE webhook_events e SET due_at = n.due_at, created_at = n.due_at
    FROM unnest(
      ${column(
        "text",
        matches.map(({ ruleId }) => ruleId)
      )}, ${column(
        "text",
        matches.map(({ postCode }) => postCode)
      )}, ${column(
        "timestamptz",
        matches.map(({ dueAt }) => dueAt)
      )}
    ) AS n (rule_id, post_code, due_at)
    WHERE e.account_id = ${accountId} AND e.rule_id = n.rule_id AND e.post_code = n.post_code`
  yield* sql`
    UPDATE webhook_queues q SET next_at = (
      SELECT min(e.due_at) FROM webhook_events e
      WHERE e.account_id = q.account_id AND e.endpoint_id = q.endpoint_id AND e.due_at IS NOT NULL
        AND e.state <> 'sending'
    ) WHERE q.account_id = ${accountId}`
})
