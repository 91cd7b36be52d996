/** What happens in a world, done to the service and to the oracle. */
import type { AccountId } from "@heddle/api"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Grants } from "../../../src/credits/ledger/Grants.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import { Ingestion } from "../../../src/sources/ingestion/Ingestion.ts"
import { ExistingPosts } from "../../../src/webhooks/matching/ExistingPosts.ts"
import { Endpoints } from "../../../src/webhooks/management/Endpoints.ts"
import { origin } from "../Posts.ts"
import { captions } from "./Captions.ts"
import type { NewRule } from "./Demand.ts"
import type { Oracle } from "./Oracle.ts"
import type { Report, Step, World } from "./Worlds.ts"
import { newAccountId } from "../NewAccount.ts"

/** Counts round and round. */
export const pick = <A>(items: ReadonlyArray<A>, index: number): A | undefined =>
  items[index % Math.max(1, items.length)]

export const newAccount = Effect.fnUntraced(function* (
  oracle: Oracle,
  { credits, cap }: World["accounts"][number],
  at: number
) {
  const id = yield* newAccountId
  oracle.wallet(id)
  if (credits !== null) yield* givePlan(oracle, id, "standard", credits, at)
  yield* newEndpoint(oracle, id, cap)
  return id
})

export const givePlan = Effect.fnUntraced(function* (
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

export const newEndpoint = Effect.fnUntraced(function* (oracle: Oracle, account: AccountId, cap: number | null) {
  const url = `https://example.com/${yield* newId("ep")}`
  const { id } = yield* (yield* Endpoints).create(account, url, { dailyCreditCap: cap })
  oracle.endpoints.push({ id, account, cap, spent: new Map() })
})

/** `meanwhile` is reported between the two steps of a creation. */
export const newRule = Effect.fnUntraced(function* (
  oracle: Oracle,
  index: number,
  { sendExisting, ...wanted }: NewRule,
  meanwhile: ReadonlyArray<Report>,
  at: number
) {
  const endpoint = pick(oracle.endpoints, index)
  if (endpoint === undefined) return
  const found = yield* (yield* ExistingPosts).of({ ...wanted, sendExisting: sendExisting ?? true })
  assert.strictEqual(found.matches, oracle.existing(wanted, at).size)
  if (meanwhile.length > 0) yield* report(oracle, meanwhile, at)
  // An identical rule is refused.
  const made = yield* Effect.option(
    (yield* Endpoints).createRule(endpoint.account, endpoint.id, wanted, found.leaveOut)
  )
  if (made._tag === "None") return
  const leftOut = sendExisting === undefined ? new Set<string>() : oracle.existing(wanted, at)
  oracle.rules.push({ id: made.value.id, endpoint, wanted, leftOut })
})

export const report = Effect.fnUntraced(function* (oracle: Oracle, reports: ReadonlyArray<Report>, at: number) {
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

export const drop = Effect.fnUntraced(function* (
  oracle: Oracle,
  step: Extract<Step, { do: "drop endpoint" | "drop rule" }>
) {
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

export const deletePost = Effect.fnUntraced(function* (oracle: Oracle, code: string) {
  oracle.delete(code)
  yield* (yield* Ingestion).write([{ type: "delete", code }], origin)
})

export const giveCredits = Effect.fnUntraced(function* (oracle: Oracle, id: AccountId, credits: number, at: number) {
  yield* (yield* Grants).give(id, { credits })
  oracle.wallet(id).give(credits, at)
})
