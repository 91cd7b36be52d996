/** A rule that is edited in its file: what is sent again, what it costs, and how often the customer's handler runs. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert } from "@effect/vitest"
import { createReceiver, memoryStore } from "@heddle/receiver"
import { Clock, Effect, Layer, Redacted, Result } from "effect"
import { FetchHttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { askPrices } from "../../apps/rule-sync/src/apply/Previews.ts"
import { applyNow, planNow } from "../../apps/rule-sync/src/apply/RuleMapFile.ts"
import { Webhooks } from "../../apps/rule-sync/src/apply/Webhooks.ts"
import { readRuleFile } from "../../apps/rule-sync/src/files/RuleFile.ts"
import { customerServer } from "../../apps/server/test/support/CustomerServer.ts"
import { call, customer, ServedApi } from "../../apps/server/test/support/ServedApi.ts"
import { hour, start } from "../../apps/server/test/support/StoredAtNoon.ts"
import { deliverDue, manage, runRound, storeMatching } from "../../apps/server/test/support/WebhookCalls.ts"
import { forgetAll } from "../../apps/server/test/support/StoredState.ts"
import { onAnyDatabaseWith } from "../support/Databases.ts"

const startOfTest = Layer.effectDiscard(TestClock.setTime(start * 1_000))

/** A customer with a rule file, and a receiver that counts how often its handler runs for a post. */
const setUp = Effect.gen(function* () {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "heddle-handover-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true }))
  )
  const ruleMap = join(folder, "rule-map.json")
  const server = yield* customerServer((response) => response.writeHead(204).end())
  const { key } = yield* customer({ plan: "standard", credits: 100_000 })
  const { baseUrl } = yield* ServedApi
  const settings = { baseUrl, apiKey: Redacted.make(key) }
  const tool = Webhooks.layer(settings, baseUrl).pipe(
    Layer.provide(FetchHttpClient.layer),
    Layer.merge(NodeServices.layer)
  )
  const planned = (rule: object) => {
    const endpoints = [{ url: server.url, rules: [{ name: "brand", ...rule }] }]
    const file = readRuleFile("heddle.rules.json", JSON.stringify({ version: 1, endpoints }))
    return Effect.provide(planNow(Result.getOrThrow(file), ruleMap), tool)
  }
  const credits = Effect.map(call("/balance", { key }), ({ json }) => Number(Object(json["data"])["remaining_credits"]))
  let seen = 0
  const handled: Array<string> = []
  const store = memoryStore()
  const secretOf = Effect.map(manage("GET", "/webhook/endpoints", key), ([{ secret }]) => String(secret))
  return {
    price: (rule: object) => Effect.flatMap(planned(rule), ({ plan }) => Effect.provide(askPrices(plan, true), tool)),
    waiting: (rule: object) =>
      Effect.map(planned(rule), ({ plan }) => plan.endpoints.flatMap(({ waiting }) => waiting)),
    apply: (rule: object) =>
      Effect.flatMap(planned(rule), (made) =>
        Effect.provide(
          applyNow(made, ruleMap, () => Effect.void),
          tool
        )
      ),
    handled,
    credits,
    /** A round of the server, and the codes of the posts that it sends, each of which the receiver gets. */
    round: Effect.gen(function* () {
      yield* runRound
      while ((yield* deliverDue) > 0);
      const now = yield* Clock.currentTimeMillis
      const receiver = createReceiver({
        secrets: yield* secretOf,
        now: () => now,
        store,
        ruleMap: () => JSON.parse(readFileSync(ruleMap, "utf8")),
        handler: (event, { ruleName }) => void handled.push(`${event.post.code} ${ruleName}`)
      })
      const fresh = server.requests.slice(seen)
      seen = server.requests.length
      for (const { body, ...request } of fresh) {
        const answer = yield* Effect.promise(() => receiver.handle({ ...request, body: Buffer.from(body) }))
        assert.strictEqual(answer.status, 200, JSON.stringify(answer))
      }
      return fresh.map(({ body }) => String(JSON.parse(body).post.code)).toSorted()
    })
  }
})

/** Likes enough for every version of the rule. */
const post = (code: string, ageSeconds = 0) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    storeMatching({ code, like_count: 1_000, post_timestamp: Math.floor(now / 1_000) - ageSeconds })
  )

onAnyDatabaseWith("An edited rule", { services: ServedApi.layer.pipe(Layer.provide(startOfTest)) }, (it) => {
  it.effect(
    "handed over at once sends the posts of its window again, as the plan said; the handler runs once for each",
    () =>
      Effect.gen(function* () {
        yield* forgetAll
        const { apply, credits, handled, price, round } = yield* setUp
        yield* apply({ keyword: "台積電", likeCount: 10 })
        yield* post("a", 23 * hour)
        yield* post("b")
        assert.deepEqual(yield* round, ["a", "b"])
        const before = yield* credits
        const { again, credits: cost } = yield* price({ keyword: "台積電", likeCount: 20 })
        assert.deepEqual([again, cost], [2, 40])
        yield* apply({ keyword: "台積電", likeCount: 20 })
        yield* post("c")
        assert.deepEqual(yield* round, ["a", "b", "c"])
        assert.strictEqual(before - (yield* credits), cost + 20)
        assert.deepEqual(handled.toSorted(), ["a brand", "b brand", "c brand"])

        yield* apply({ keyword: "台積電", likeCount: 30, sendExisting: false })
        yield* post("d")
        assert.deepEqual(yield* round, ["d"], "sends nothing that matched at its creation")
        assert.deepEqual(handled.toSorted(), ["a brand", "b brand", "c brand", "d brand"])
      }).pipe(Effect.scoped)
  )

  it.effect("handed over later sends no post twice and misses none", () =>
    Effect.gen(function* () {
      yield* forgetAll
      const { apply, handled, round, waiting } = yield* setUp
      const rule = (likeCount: number) => ({ lookbackHours: 1, likeCount, handover: "deferred" })
      const posted: Array<string> = []
      const sent: Array<string> = []
      /** So many checks of the server, with a post before each. */
      const live = Effect.fnUntraced(function* (checks: number) {
        for (let check = 0; check < checks; check++) {
          yield* TestClock.adjust("80 seconds")
          const code = `p${posted.length}`
          yield* post(code)
          posted.push(code)
          yield* TestClock.adjust("100 seconds")
          sent.push(...(yield* round))
        }
      })
      yield* apply(rule(500))
      yield* live(4)
      yield* TestClock.adjust("1 minute")
      yield* apply(rule(600))
      yield* TestClock.adjust("2 minutes")
      assert.deepEqual(yield* round, [], "the old rule is gone")
      yield* live(17)
      const [{ notBefore } = { notBefore: new Date(0) }] = yield* waiting(rule(600))
      assert.strictEqual(sent.length, 4, "nothing is sent meanwhile")
      yield* TestClock.setTime(notBefore.getTime() - 1)
      yield* apply(rule(600))
      assert.lengthOf(yield* waiting(rule(600)), 1, "a moment too early, it creates nothing")
      yield* TestClock.setTime(notBefore.getTime())
      yield* apply(rule(600))
      assert.lengthOf(yield* waiting(rule(600)), 0)
      yield* TestClock.adjust("2 minutes")
      sent.push(...(yield* round))
      yield* live(3)
      assert.deepEqual(sent.toSorted(), posted.toSorted())
      assert.deepEqual(handled.toSorted(), posted.map((code) => `${code} brand`).toSorted())
    }).pipe(Effect.scoped)
  )
})
