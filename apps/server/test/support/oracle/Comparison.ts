/** What the service made, compared with what the oracle demands. */
import type { AccountId, RuleId } from "@heddle/api"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"
import { Outbox } from "../../../src/webhooks/delivery/Outbox.ts"
import { Round } from "../../../src/webhooks/matching/Round.ts"
import { eventOf } from "../WebhookCalls.ts"
import { sendAll } from "../Webhooks.ts"
import { nameOf, type Oracle } from "./Oracle.ts"

/** The events that are not in `known`, in order of creation, by account; they are known from now on. */
const newEvents = Effect.fnUntraced(function* (known: Set<string>) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ accountId: AccountId; ruleId: RuleId; postCode: string }>`
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

/** One round of both. */
export const compareRound = Effect.fnUntraced(function* (oracle: Oracle, known: Set<string>, at: number) {
  yield* (yield* Round).run
  const made = yield* newEvents(known)
  for (const account of oracle.wallets.keys()) {
    const names = made.get(account) ?? []
    assert.deepStrictEqual(names, oracle.round(account, names, at), `events of ${account}`)
  }
  yield* compareCredits(oracle, at)
})

/** Sends everything; every body is a snapshot of the post at this moment. */
export const compareSending = Effect.fnUntraced(function* (oracle: Oracle, at: number) {
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
