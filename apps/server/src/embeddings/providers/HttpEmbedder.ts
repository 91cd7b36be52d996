/** A server with OpenAI's `POST /v1/embeddings`: a self-hosted one or a service. */
import * as NodeHttpClient from "@effect/platform-node/NodeHttpClient"
import { Clock, Effect, identity, Layer, Option, Redacted, Result, Schema, Stream } from "effect"
import { HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { Settings } from "../../runtime/Settings.ts"
import { EmbedderFailed, failed, type ModelSettings, type Patience, type Provider, type Vector } from "./Provider.ts"

/** The answer of `POST /v1/embeddings`, checked: as many vectors as texts, each in its place, of one length, of finite numbers. */
// Declared rather than a Schema.Array: a batch has some hundred thousand numbers.
const Numbers = Schema.declare(
  (value): value is Vector => Array.isArray(value) && value.length > 0 && value.every(Number.isFinite)
)

const Answer = Schema.fromJsonString(
  Schema.Struct({ data: Schema.Array(Schema.Struct({ index: Schema.Int, embedding: Numbers })) })
)

const decode = Schema.decodeOption(Answer)

const isZero = (vector: Vector): boolean => vector.every((value) => value === 0)

const vectorsIn = (
  body: string,
  texts: number,
  askedDimensions: number | null
): Effect.Effect<ReadonlyArray<Vector>, EmbedderFailed> => {
  const unusable = (detail: string) => Effect.fail(failed("unusable", detail))
  const answer = decode(body)
  if (Option.isNone(answer)) {
    return unusable("its answer is no list of embeddings with finite numbers, each with its index")
  }
  const { data } = answer.value
  const byIndex = new Map(data.map(({ index, embedding }) => [index, embedding]))
  const vectors = Array.from({ length: texts }, (_, index) => byIndex.get(index) ?? [])
  if (data.length !== texts || vectors.some(({ length }) => length === 0)) {
    return unusable(`it answered ${texts} texts with ${data.length} embeddings, or not one for each`)
  }
  const dimensions = askedDimensions ?? vectors[0]?.length ?? 0
  const other = vectors.find(({ length }) => length !== dimensions)
  if (other !== undefined) return unusable(`its embeddings have ${other.length} numbers instead of ${dimensions}`)
  return vectors.some(isZero) ? unusable("an embedding is 0 in every number") : Effect.succeed(vectors)
}

interface Limits {
  readonly attempts: number
  readonly requestMillis: number
  readonly longestWaitMillis: number
  readonly totalMillis: number
}

const limits: Readonly<Record<Patience, Limits>> = {
  call: { attempts: 2, requestMillis: 5_000, longestWaitMillis: 1_000, totalMillis: 8_000 },
  background: { attempts: 6, requestMillis: 60_000, longestWaitMillis: 60_000, totalMillis: 300_000 }
}
const firstWaitMillis = 500

/** 4,096 numbers of 25 characters, and as much again. */
const maxBytesPerText = 200_000
const maxErrorBytes = 2_000

/** The base address may be given with or without `/v1`, as different clients expect it. */
export const endpointOf = (base: string): string => {
  const trimmed = base.replace(/\/+$/, "")
  return `${trimmed.endsWith("/v1") ? trimmed : `${trimmed}/v1`}/embeddings`
}

const readBody = (response: HttpClientResponse.HttpClientResponse, maxBytes: number) => {
  const parts: Array<Uint8Array> = []
  let bytes = 0
  return response.stream.pipe(
    Stream.takeWhile((part) => {
      parts.push(part)
      bytes += part.length
      return bytes <= maxBytes
    }),
    Stream.runDrain,
    Effect.map(() => ({ text: Buffer.concat(parts).toString("utf8"), isWhole: bytes <= maxBytes }))
  )
}

/** Seconds, or a date. */
export const retryAfterMillis = (value: string | undefined, now: number): number | undefined => {
  if (value === undefined) return undefined
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

const textsAreAtFault: ReadonlySet<number> = new Set([400, 413, 422])
const laterItMayWork: ReadonlySet<number> = new Set([408, 409, 425, 429])

const failureOf = Effect.fnUntraced(function* (response: HttpClientResponse.HttpClientResponse) {
  const { status, headers } = response
  const { text } = yield* readBody(response, maxErrorBytes)
  const detail = `status ${status}: ${text.slice(0, 300).replaceAll(/\s+/g, " ")}`
  if (textsAreAtFault.has(status)) return failed("rejected", detail)
  if (status < 500 && !laterItMayWork.has(status)) return failed("refused", detail)
  const wait = retryAfterMillis(headers["retry-after"], yield* Clock.currentTimeMillis)
  return new EmbedderFailed({
    reason: "unavailable",
    detail,
    ...(wait === undefined ? {} : { retryAfterMillis: wait })
  })
})

/** Repeats while the provider is unavailable and time is left. */
const withRetries = Effect.fnUntraced(function* <A>(
  attempt: Effect.Effect<A, EmbedderFailed>,
  { attempts, longestWaitMillis }: Limits
) {
  for (let number = 1; ; number++) {
    const result = yield* Effect.result(attempt)
    if (Result.isSuccess(result)) return result.success
    const { reason, retryAfterMillis = 0 } = result.failure
    if (reason !== "unavailable" || number === attempts || retryAfterMillis > longestWaitMillis) {
      return yield* result.failure
    }
    const wait = Math.max(retryAfterMillis, firstWaitMillis * 2 ** (number - 1))
    yield* Effect.sleep(Math.min(wait, longestWaitMillis))
  }
})

const make = Effect.gen(function* () {
  const { embeddingsUrl, embeddingsApiKey } = yield* Settings
  const client = yield* HttpClient.HttpClient
  const url = endpointOf(Option.getOrElse(embeddingsUrl, () => ""))
  const authorize = Option.match(embeddingsApiKey, {
    onNone: () => identity<HttpClientRequest.HttpClientRequest>,
    onSome: (key) => HttpClientRequest.bearerToken(Redacted.value(key))
  })

  const request = (texts: ReadonlyArray<string>, { name, askedDimensions }: ModelSettings) =>
    HttpClientRequest.post(url).pipe(
      HttpClientRequest.acceptJson,
      authorize,
      HttpClientRequest.bodyJsonUnsafe({
        model: name,
        input: texts,
        encoding_format: "float",
        ...(askedDimensions === null ? {} : { dimensions: askedDimensions })
      })
    )

  const attempt = (texts: ReadonlyArray<string>, model: ModelSettings, { requestMillis }: Limits) =>
    Effect.gen(function* () {
      const response = yield* client.execute(request(texts, model))
      if (response.status !== 200) return yield* yield* failureOf(response)
      const { text, isWhole } = yield* readBody(response, texts.length * maxBytesPerText)
      if (!isWhole) return yield* failed("unusable", "its answer is longer than embeddings of these texts can be")
      return yield* vectorsIn(text, texts.length, model.askedDimensions)
    }).pipe(
      Effect.catchTag("HttpClientError", ({ message }) => Effect.fail(failed("unavailable", message))),
      Effect.timeoutOrElse({
        duration: requestMillis,
        orElse: () => Effect.fail(failed("unavailable", `no answer within ${requestMillis / 1000} s`))
      })
    )

  const embed: Provider["embed"] = Effect.fn("HttpEmbedder.embed")(function* (texts, model, patience) {
    if (texts.length === 0) return []
    const limit = limits[patience]
    return yield* withRetries(attempt(texts, model, limit), limit).pipe(
      Effect.timeoutOrElse({
        duration: limit.totalMillis,
        orElse: () => Effect.fail(failed("unavailable", `no answer within ${limit.totalMillis / 1000} s`))
      })
    )
  })

  return { embed } satisfies Provider
})

/** With connections of its own. */
export const makeHttpEmbedder = Effect.gen(function* () {
  const context = yield* Layer.build(NodeHttpClient.layerUndici)
  return yield* Effect.provide(make, context)
})
