/** Runs a random world against the service and against the oracle, and compares the two after every round. */
import { type AccountId, type RuleId } from "@heddle/api"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Accounts } from "../../../src/accounts/customers/Accounts.ts"
import { Grants } from "../../../src/credits/ledger/Grants.ts"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { checkLedger } from "../../../src/credits/ledger/LedgerCheck.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import { Outbox } from "../../../src/webhooks/delivery/Outbox.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { Round } from "../../../src/webhooks/matching/Round.ts"
import { withTime } from "../Clocks.ts"
import { origin } from "../Posts.ts"
import { eventOf } from "../SpecWebhooks.ts"
import { forgetPostsAndWebhooks, sendAll } from "../Webhooks.ts"
import { captions } from "./Captions.ts"
import type { Thresholds } from "./Demand.ts"
import { nameOf, Oracle } from "./Oracle.ts"
import type { Report, Step, World } from "./Worlds.ts"

const dayMillis = 24 * 3_600_000

/** The time of the next world. Time only goes on, also from one world to the next. */
let next = Date.UTC(2026, 0, 1)

/** Counts round and round. */
const pick = <A>(items: ReadonlyArray<A>, index: number): A | undefined => items[index % Math.max(1, items.length)]

const newAccount = Effect.fnUntraced(function* (oracle: Oracle, credits: number | null, at: number) {
  const { id } = yield* (yield* Accounts).create(`${yield* newId("acct")}@example.com`)
  oracle.wallet(id)
  if (credits !== null) yield* givePlan(oracle, id, "standard", credits, at)
  yield* newEndpoint(oracle, id, null)
  return id
})

const givePlan = Effect.fnUntraced(function* (
  oracle: Oracle,
  id: AccountId,
  plan: "lite" | "standard" | "plus",
  credits: number,
  at: number
) {
  yield* (yield* Grants).give(id, { plan, credits })
  oracle.wallet(id).begin(plan !== "lite", at)
  oracle.wallet(id).give(credits, at)
})

const newEndpoint = Effect.fnUntraced(function* (oracle: Oracle, account: AccountId, cap: number | null) {
  const url = `https://example.com/${yield* newId("ep")}`
  const { id } = yield* (yield* Endpoints).create(account, url, { dailyCreditCap: cap })
  oracle.endpoints.push({ id, account, cap, spent: new Map() })
})

const newRule = Effect.fnUntraced(function* (oracle: Oracle, index: number, wanted: Thresholds) {
  const endpoint = pick(oracle.endpoints, index)
  if (endpoint === undefined) return
  // An identical rule is refused.
  const made = yield* Effect.option((yield* Endpoints).createRule(endpoint.account, endpoint.id, wanted))
  if (made._tag === "Some") oracle.rules.push({ id: made.value.id, endpoint, wanted })
})

const report = Effect.fnUntraced(function* (oracle: Oracle, reports: ReadonlyArray<Report>, at: number) {
  const changes = reports.map((post) => {
    const caption = captions[post.caption] ?? { text: "", language: "other" as const }
    const code = `p${post.code}`
    const { isReply, likes, replies, views } = post
    const times = { postedAt: at - post.age, observedAt: at - post.observedAgo }
    oracle.report({ code, caption, isReply, likes, replies, views, ...times }, at)
    return {
      type: "post" as const,
      code,
      caption: caption.text,
      username: "someone",
      is_reply: isReply,
      post_timestamp: times.postedAt / 1_000,
      observed_at: times.observedAt / 1_000,
      like_count: likes,
      reply_count: replies,
      impression_count: views
    }
  })
  yield* (yield* Ingestion).write(changes, origin)
})

/** The events that are not in `known`, in order of creation, by account; they are known from now on. */
const newEvents = Effect.fnUntraced(function* (known: Set<string>) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ accountId: AccountId; ruleId: RuleId; postCode: string; price: number | null }>`
    SELECT e.account_id, e.rule_id, e.post_code FROM webhook_events e ORDER BY e.id`
  const names = new Map<AccountId, Array<string>>()
  const all = rows.map((row) => ({ ...row, name: nameOf(row.ruleId, row.postCode) }))
  assert.strictEqual(new Set(all.map(({ name }) => name)).size, all.length, "an event was made twice")
  for (const { accountId, name } of all.filter((row) => !known.has(row.name))) {
    names.set(accountId, [...(names.get(accountId) ?? []), name])
    known.add(name)
  }
  return names
})

const compareCredits = Effect.fnUntraced(function* (oracle: Oracle, at: number) {
  const sql = yield* SqlClient.SqlClient
  const ledger = yield* Ledger
  for (const [account, wallet] of oracle.wallets) {
    const [row] = yield* sql<{ held: number }>`
      SELECT coalesce(sum(a), 0)::int AS held FROM credit_holds h, unnest(h.amounts) a WHERE h.account_id = ${account}`
    const credits = { available: yield* ledger.available(account), held: row?.held }
    assert.deepStrictEqual(credits, { available: wallet.available(at), held: oracle.held(account) }, account)
  }
})

const round = Effect.fnUntraced(function* (oracle: Oracle, known: Set<string>, at: number) {
  yield* (yield* Round).run
  const made = yield* newEvents(known)
  for (const account of oracle.wallets.keys()) {
    const names = made.get(account) ?? []
    assert.deepStrictEqual(names, oracle.round(account, names, at), `events of ${account}`)
  }
  yield* compareCredits(oracle, at)
})

/** Every body is a snapshot of the post at this moment. */
const send = Effect.fnUntraced(function* (oracle: Oracle, at: number) {
  const outbox = yield* Outbox
  const bodies: Array<ReturnType<typeof eventOf>> = []
  while ((yield* outbox.unfinished) > 0) bodies.push(...(yield* sendAll(200)).map(eventOf))
  const expected = oracle.send()
  assert.sameMembers(
    bodies.map(({ rule, post }) => nameOf(rule.id, post.code)),
    [...expected.keys()]
  )
  for (const { rule, post } of bodies) {
    const wanted = expected.get(nameOf(rule.id, post.code))
    if (wanted === undefined) continue
    const keyword = wanted.rule.wanted.keyword ?? null
    assert.deepStrictEqual(rule, { id: wanted.rule.id, type: keyword === null ? "trending" : "keyword", keyword })
    assert.deepInclude(post, {
      caption: wanted.post.caption.text,
      is_reply: wanted.post.isReply,
      like_count: wanted.post.likes,
      reply_count: wanted.post.replies,
      impression_count: wanted.post.views,
      post_timestamp: Math.floor(wanted.post.postedAt / 1_000)
    })
  }
  yield* compareCredits(oracle, at)
})

const drop = Effect.fnUntraced(function* (oracle: Oracle, step: Extract<Step, { do: "drop endpoint" | "drop rule" }>) {
  const endpoints = yield* Endpoints
  if (step.do === "drop rule") {
    const rule = pick(oracle.rules, step.rule)
    if (rule === undefined) return
    yield* endpoints.removeRule(rule.endpoint.account, rule.id)
    return oracle.removeRules((other) => other === rule)
  }
  const endpoint = pick(oracle.endpoints, step.endpoint)
  if (endpoint === undefined) return
  yield* endpoints.remove(endpoint.account, endpoint.id)
  oracle.endpoints.splice(oracle.endpoints.indexOf(endpoint), 1)
  oracle.removeRules((rule) => rule.endpoint === endpoint)
})

/** Returns the time after the step. */
const perform = Effect.fnUntraced(function* (oracle: Oracle, known: Set<string>, step: Step, at: number) {
  const account = "account" in step ? pick([...oracle.wallets.keys()], step.account) : undefined
  switch (step.do) {
    case "report":
      yield* report(oracle, step.reports, at)
      break
    case "delete":
      oracle.delete(`p${step.code}`)
      yield* (yield* Ingestion).write([{ type: "delete", code: `p${step.code}` }], origin)
      break
    case "endpoint":
      if (account !== undefined) yield* newEndpoint(oracle, account, step.cap)
      break
    case "rule":
      yield* newRule(oracle, step.endpoint, step.rule)
      break
    case "drop endpoint":
    case "drop rule":
      yield* drop(oracle, step)
      break
    case "plan":
      if (account !== undefined) yield* givePlan(oracle, account, step.plan, step.credits, at)
      break
    case "credits":
      if (account === undefined) break
      yield* (yield* Grants).give(account, { credits: step.credits })
      oracle.wallet(account).give(step.credits, at)
      break
    case "wait":
      return at + step.millis
    case "wait for the end of a plan":
      return account === undefined ? at : Math.max(at, oracle.wallet(account).planEnds + step.millis)
    case "round":
      for (let times = 0; times < step.times; times += 1) yield* round(oracle, known, at)
      break
    case "send":
      yield* send(oracle, at)
  }
  return at
})

export const evaluateWorld = Effect.fnUntraced(function* ({ accounts, rules, reports, steps }: World) {
  let at = next
  const atThatTime = <A, E, R>(effect: Effect.Effect<A, E, R>) => withTime(effect, () => at)
  const oracle = new Oracle()
  const known = new Set<string>()
  yield* forgetPostsAndWebhooks
  for (const credits of accounts) yield* atThatTime(newAccount(oracle, credits, at))
  for (const [account, rule] of rules) yield* atThatTime(newRule(oracle, account, rule))
  yield* atThatTime(report(oracle, reports, at))
  for (const step of [...steps, { do: "round", times: 1 } as const, { do: "send" } as const]) {
    at = yield* atThatTime(perform(oracle, known, step, at))
  }
  next = at + 5 * dayMillis
  assert.deepStrictEqual(yield* atThatTime(checkLedger), [])

  return known.size
})
