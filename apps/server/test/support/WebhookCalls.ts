/** Rules over HTTP, the events that a round makes of them, and their deliveries, for rows of the description. */
import { assert } from "@effect/vitest"
import type { WebhookEvent } from "@heddle/api"
import { Effect, Layer } from "effect"
import { Settings } from "../../src/runtime/Settings.ts"
import type { Delivery } from "../../src/webhooks/delivery/Delivery.ts"
import { Outbox } from "../../src/webhooks/delivery/Outbox.ts"
import { makeDeliver } from "../../src/webhooks/delivery/DeliveryTask.ts"
import { Round, roundTask } from "../../src/webhooks/matching/Round.ts"
import { supervise } from "../../src/runtime/Supervisor.ts"
import { call } from "./ServedApi.ts"
import { type PostFields, store } from "./StoredAtNoon.ts"
import { claimAll, forgetPostsAndWebhooks, sendAll } from "./Webhooks.ts"

export const manage = Effect.fnUntraced(function* (method: string, path: string, key: string, json?: object) {
  const made = yield* call(path, { method, key, ...(json === undefined ? {} : { json }) })
  assert.isBelow(made.status, 300, made.text)
  return Object(made.json["data"])
})

/** Nobody listens on the port of its URL. */
export const newEndpoint = (key: string, url = "https://127.0.0.1:9/hooks") =>
  manage("POST", "/webhook/endpoints", key, { url })

/** The path of the rules of a new endpoint. */
export const newRules = Effect.fnUntraced(function* (key: string, url?: string) {
  const { id } = yield* newEndpoint(key, url)
  return `/webhook/endpoints/${String(id)}/rules`
})

/** The status of making each of these rules. */
export const making = (key: string, path: string, rules: ReadonlyArray<object>) =>
  Effect.forEach(rules, (json) => Effect.map(call(path, { method: "POST", key, json }), ({ status }) => status))

/** Makes these rules and nothing else, and gives them as they are answered. */
export const onlyRules = Effect.fnUntraced(function* (key: string, rules: ReadonlyArray<object>, url?: string) {
  yield* forgetPostsAndWebhooks
  const path = yield* newRules(key, url)
  return yield* Effect.forEach(rules, (rule) => manage("POST", path, key, rule))
})

export const keywordRule = { keyword: "台積電", likeCount: 10 }

/** Posts that reach `keywordRule`. */
export const storeMatching = (...posts: ReadonlyArray<PostFields & { readonly code: string }>) =>
  store(...posts.map((post) => ({ caption: "台積電股價又創新高了", like_count: 10, ...post })))

export const runRound = Effect.flatMap(Round, (round) => round.run)
export const claim = claimAll

export const eventOf = (delivery: Pick<Delivery, "body"> | undefined): WebhookEvent =>
  JSON.parse(delivery?.body ?? "null")

/** One round, and the events it made, sorted by post; all are delivered. */
export const events = Effect.gen(function* () {
  yield* runRound
  const claimed = yield* sendAll(200)
  return claimed.map(eventOf).toSorted((a, b) => (a.post.code < b.post.code ? -1 : 1))
})

/** Sends what is due, as the worker does. */
export const deliverDue = Effect.gen(function* () {
  const deliveries = yield* claim
  const outbox = yield* Outbox
  const deliver = yield* makeDeliver
  yield* Effect.forEach(deliveries, (delivery) =>
    Effect.gen(function* () {
      yield* outbox.record([{ delivery, attempt: yield* deliver(delivery), jitter: 0 }])
    })
  )
  return deliveries.length
})

/** A loop of rounds with the settings of a real server, which counts instead of looking at posts. */
export const countingRounds = Effect.gen(function* () {
  const rounds = { count: 0 }
  const run = Effect.sync(() => {
    rounds.count += 1
    return { rules: 0, posts: 0, events: 0, outOfCredits: [], millis: 0 }
  })
  const round = Round.of({ run, runDue: run })
  yield* Layer.build(supervise(roundTask).pipe(Layer.provide([Layer.succeed(Round, round), Settings.layer])))
  return rounds
})
