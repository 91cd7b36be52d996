/** The wire format of `POST /v1/embeddings`, and everything that a server may do instead of answering. */
import { assert, it } from "@effect/vitest"
import { Clock, ConfigProvider, Duration, Effect, Exit, Layer, Result } from "effect"
import { Embedder } from "../../../src/embeddings/providers/Embedder.ts"
import type { EmbedderFailed, Patience } from "../../../src/embeddings/providers/Provider.ts"
import { endpointOf, retryAfterMillis } from "../../../src/embeddings/providers/HttpEmbedder.ts"
import { Settings } from "../../../src/runtime/Settings.ts"
import { changedClock } from "../../support/Clocks.ts"
import { answer, answerOf, embeddingServer, type Fault, standInVector } from "../../support/EmbeddingServer.ts"

const texts = ["a wombat", "another wombat", "哈哈"]

const embedderAt = (url: string, settings: Readonly<Record<string, string>> = {}) =>
  Embedder.layer.pipe(
    Layer.provide(Settings.layer),
    Layer.provide(
      ConfigProvider.layer(
        ConfigProvider.fromUnknown({ HEDDLE_EMBEDDINGS_URL: url, HEDDLE_EMBEDDINGS_MODEL: "one", ...settings })
      )
    )
  )

const embedAt = (url: string, settings: Readonly<Record<string, string>> = {}, patience: Patience = "background") =>
  Effect.gen(function* () {
    const embedder = yield* Embedder
    const model = yield* Effect.orDie(Effect.fromOption(embedder.model))
    return yield* embedder.embed(texts, model, patience)
  }).pipe(Effect.provide(Layer.orDie(embedderAt(url, settings))))

/** Sleeps up to the limit end at once, longer ones never. Returns what was slept. */
const sleepingAtMost = <A, R>(limitMillis: number, effect: Effect.Effect<A, EmbedderFailed, R>) =>
  Effect.gen(function* () {
    const clock = yield* Clock.Clock
    const slept: Array<number> = []
    const sleep: Clock.Clock["sleep"] = (duration) => {
      const millis = Duration.toMillis(duration)
      return millis > limitMillis ? Effect.never : Effect.sync(() => void slept.push(millis))
    }
    const impatient = changedClock(clock, { sleep })
    return { result: yield* Effect.result(Effect.provideService(effect, Clock.Clock, impatient)), slept }
  })

/** What comes of embedding while the server has this fault, with waits up to a minute cut short. */
const during = (fault: Fault, patience: Patience = "background", limitMillis = 59_999) =>
  Effect.gen(function* () {
    const server = yield* embeddingServer
    server.setFault(fault)
    const { result, slept } = yield* sleepingAtMost(limitMillis, embedAt(server.url, {}, patience))
    return { result, slept, requests: server.requests.length }
  }).pipe(Effect.scoped)

/** The fault of the first requests only. */
const first = (count: number, fault: Fault): Fault => {
  let left = count
  return (request, response) => left-- > 0 && fault(request, response)
}

const says =
  (status: number, body: unknown, headers: Record<string, string> = {}): Fault =>
  (_request, response) => {
    answer(response, status, body, headers)
    return true
  }

const reasonOf = (result: Result.Result<unknown, EmbedderFailed>): string =>
  Result.isFailure(result) ? result.failure.reason : "none"

it.effect("asks as OpenAI's clients do and puts the answer into the order of the texts", () =>
  Effect.gen(function* () {
    const server = yield* embeddingServer
    server.setFault((request, response) => {
      const { data, ...rest } = answerOf(request)
      answer(response, 200, { ...rest, data: data.toReversed() })
      return true
    })
    const settings = { HEDDLE_EMBEDDINGS_API_KEY: "key", HEDDLE_EMBEDDINGS_DIMENSIONS: "64" }
    const vectors = yield* embedAt(`${server.url}/`, settings)
    assert.deepStrictEqual(
      vectors,
      texts.map((text) => standInVector("one", text, 64))
    )
    assert.deepStrictEqual(server.requests, [
      { model: "one", input: texts, encoding_format: "float", dimensions: 64, authorization: "Bearer key" }
    ])
  }).pipe(Effect.scoped)
)

it.effect("tries again after a 429, a 5xx and a broken connection, longer each time", () =>
  Effect.gen(function* () {
    let number = 0
    const faults = [says(500, {}), says(429, {}), says(503, "")]
    const { result, slept, requests } = yield* during((request, response) => {
      number += 1
      if (number === 4) {
        response.destroy()
        return true
      }
      return faults[number - 1]?.(request, response) ?? false
    })
    assert.isTrue(Result.isSuccess(result))
    assert.deepStrictEqual(slept, [500, 1_000, 2_000, 4_000])
    assert.strictEqual(requests, 5)
  })
)

it.effect("waits as long as Retry-After says, unless that is too long", () =>
  Effect.gen(function* () {
    const short = yield* during(first(1, says(429, {}, { "retry-after": "7" })))
    assert.isTrue(Result.isSuccess(short.result))
    assert.deepStrictEqual(short.slept, [7_000])
    const long = yield* during(says(429, {}, { "retry-after": "3600" }))
    assert.strictEqual(reasonOf(long.result), "unavailable")
    assert.strictEqual(long.requests, 1)
    const call = yield* during(says(429, {}, { "retry-after": "7" }), "call", 4_999)
    assert.strictEqual(reasonOf(call.result), "unavailable")
    assert.strictEqual(call.requests, 1)
  })
)

it.effect("gives up after some attempts, sooner in a call", () =>
  Effect.gen(function* () {
    assert.strictEqual((yield* during(says(500, {}))).requests, 6)
    const call = yield* during(says(500, {}), "call", 4_999)
    assert.strictEqual(call.requests, 2)
    assert.strictEqual(reasonOf(call.result), "unavailable")
  })
)

it.effect("does not wait for a server that never answers, or never ends its answer", () =>
  Effect.gen(function* () {
    const silent = yield* during(() => true, "call", 5_000)
    assert.strictEqual(reasonOf(silent.result), "unavailable")
    const endless = yield* during(
      (_request, response) => {
        response.writeHead(200, { "content-type": "application/json" })
        response.write('{"data": [')
        return true
      },
      "call",
      5_000
    )
    assert.strictEqual(reasonOf(endless.result), "unavailable")
  })
)

it.effect("reads no more than embeddings of the texts can have", () =>
  Effect.gen(function* () {
    const { result } = yield* during(says(200, " ".repeat(1_000_000)))
    assert.strictEqual(reasonOf(result), "unusable")
    assert.include(Result.isFailure(result) ? result.failure.detail : "", "longer")
  })
)

const changed =
  (change: (data: ReturnType<typeof answerOf>["data"]) => unknown): Fault =>
  (request, response) => {
    answer(response, 200, { ...answerOf(request), data: change(answerOf(request).data) })
    return true
  }

const unusable: Readonly<Record<string, Fault>> = {
  "no JSON": says(200, "<html>"),
  "truncated JSON": says(200, '{"data": [{"index": 0, "embedding": [0.1, 0.'),
  NaN: says(200, '{"data": [{"index": 0, "embedding": [NaN]}]}'),
  "no list": says(200, { data: null }),
  "too few": changed((data) => data.slice(1)),
  "too many": changed((data) => [...data, { ...data[0], index: 3 }]),
  "an index twice": changed((data) => data.map((one) => ({ ...one, index: 0 }))),
  "an index too high": changed((data) => data.map((one) => ({ ...one, index: one.index + 1 }))),
  "null for a number": changed((data) => data.map((one) => ({ ...one, embedding: [null, ...one.embedding] }))),
  "text for a number": changed((data) => data.map((one) => ({ ...one, embedding: ["1", ...one.embedding] }))),
  base64: changed((data) => data.map((one) => ({ ...one, embedding: "AAAA" }))),
  "no numbers": changed((data) => data.map((one) => ({ ...one, embedding: [] }))),
  zeros: changed((data) => data.map((one) => ({ ...one, embedding: [0, 0] }))),
  "different lengths": changed((data) => data.map((one, at) => ({ ...one, embedding: one.embedding.slice(at) })))
}

for (const [what, fault] of Object.entries(unusable)) {
  it.effect(`refuses an answer with ${what}`, () =>
    Effect.gen(function* () {
      const { result, requests } = yield* during(fault)
      assert.strictEqual(reasonOf(result), "unusable")
      assert.strictEqual(requests, 1)
    })
  )
}

it.effect("refuses another length than the settings ask for", () =>
  Effect.gen(function* () {
    const server = yield* embeddingServer
    server.setFault((request, response) => {
      answer(response, 200, answerOf({ ...request, dimensions: 64 }))
      return true
    })
    const settings = { HEDDLE_EMBEDDINGS_DIMENSIONS: "32" }
    const failure = yield* Effect.flip(embedAt(server.url, settings))
    assert.strictEqual(failure.reason, "unusable")
    assert.include(failure.detail, "64 numbers instead of 32")
  }).pipe(Effect.scoped)
)

it.effect("tells texts that are rejected from callers that are refused", () =>
  Effect.gen(function* () {
    for (const status of [400, 413, 422])
      assert.strictEqual(reasonOf((yield* during(says(status, {}))).result), "rejected")
    for (const status of [401, 403, 404, 301]) {
      assert.strictEqual(reasonOf((yield* during(says(status, {}))).result), "refused")
    }
  })
)

it.effect("says that a server cannot be reached", () =>
  Effect.gen(function* () {
    const { url } = yield* Effect.scoped(embeddingServer)
    const { result } = yield* sleepingAtMost(59_999, embedAt(url))
    assert.strictEqual(reasonOf(result), "unavailable")
  })
)

it("takes a base address with and without /v1", () => {
  for (const base of ["https://x.example", "https://x.example/", "https://x.example/v1", "https://x.example/v1/"]) {
    assert.strictEqual(endpointOf(base), "https://x.example/v1/embeddings")
  }
  assert.strictEqual(endpointOf("https://x.example/llm"), "https://x.example/llm/v1/embeddings")
})

it("reads Retry-After as seconds or a date", () => {
  const now = Date.parse("2026-01-01T00:00:00Z")
  assert.strictEqual(retryAfterMillis("12", now), 12_000)
  assert.strictEqual(retryAfterMillis("Thu, 01 Jan 2026 00:00:05 GMT", now), 5_000)
  assert.strictEqual(retryAfterMillis("Wed, 31 Dec 2025 00:00:00 GMT", now), 0)
  assert.strictEqual(retryAfterMillis("soon", now), undefined)
  assert.strictEqual(retryAfterMillis(undefined, now), undefined)
})

const wrongSettings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "a server without a model": { HEDDLE_EMBEDDINGS_URL: "http://127.0.0.1" },
  "a model without a server": { HEDDLE_EMBEDDINGS_MODEL: "one" },
  "no address": { HEDDLE_EMBEDDINGS_URL: "localhost", HEDDLE_EMBEDDINGS_MODEL: "one" },
  "a length of 0": { HEDDLE_EMBEDDINGS_DIMENSIONS: "0" },
  "batches of 1": { HEDDLE_EMBEDDINGS_BATCH_SIZE: "1" }
}

for (const [what, settings] of Object.entries(wrongSettings)) {
  it.effect(`does not start with ${what}`, () =>
    Effect.gen(function* () {
      const layer = Embedder.layer.pipe(
        Layer.provide(Settings.layer),
        Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(settings)))
      )
      const exit = yield* Effect.exit(Effect.scoped(Layer.build(layer)))
      assert.isTrue(Exit.isFailure(exit))
    })
  )
}
