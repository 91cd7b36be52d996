/**
 * Asks a public network for JSON: bounded in time and size, and never while the network asks for a pause. A request
 * during that time fails at once.
 */
import { Clock, Effect, identity, Option, Redacted, Schema, Stream } from "effect"
import { HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { SourceRateLimited, SourceUnavailable } from "../../live/LiveSource.ts"
import { rateLimitOf } from "./RateLimitHeaders.ts"
import { parseRepaired } from "./RepairedJson.ts"

/** A thread with some thousand posts. */
const maxAnswerBytes = 16_000_000
const answerTimeout = "20 seconds"
/** When a network refuses a request without saying for how long. */
const unknownWaitMillis = 30_000
/** A wrong clock must not stop a source for a day. */
const longestWaitMillis = 900_000

export const userAgent = "Heddle (self-hosted analytics over public posts)"

/** The network does not take the request as it is: the post does not exist, a token is missing, a name is malformed. */
export class RequestRejected extends Schema.TaggedError<RequestRejected>()("RequestRejected", {
  status: Schema.Int,
  /** The network's own word for it, such as `NotFound`; empty if it gives none. */
  error: Schema.String
}) {
  override get message(): string {
    return this.error === "" ? `status ${this.status}` : `status ${this.status}, ${this.error}`
  }
}

export type NetworkFailure = SourceUnavailable | SourceRateLimited | RequestRejected

export type Query = ReadonlyArray<readonly [name: string, value: string]>

export interface NetworkClient {
  get<A>(path: string, query: Query, schema: Schema.ConstraintDecoder<A>): Effect.Effect<A, NetworkFailure>
}

/** A rejected request as a failure of the network, where the caller knows no better. */
export const asUnavailable = <A>(
  read: Effect.Effect<A, NetworkFailure>
): Effect.Effect<A, SourceUnavailable | SourceRateLimited> =>
  Effect.catchTag(read, "RequestRejected", (cause) => Effect.fail(new SourceUnavailable({ cause })))

const unavailable = (cause: unknown) => new SourceUnavailable({ cause })

const textOf = Effect.fnUntraced(function* (response: HttpClientResponse.HttpClientResponse) {
  const parts: Array<Uint8Array> = []
  let bytes = 0
  yield* response.stream.pipe(
    Stream.takeWhile((part) => {
      parts.push(part)
      bytes += part.length
      return bytes <= maxAnswerBytes
    }),
    Stream.runDrain
  )
  if (bytes > maxAnswerBytes) return yield* unavailable(`its answer has more than ${maxAnswerBytes} bytes`)
  return Buffer.concat(parts).toString("utf8")
})

const Refusal = Schema.fromJsonString(Schema.Struct({ error: Schema.String }))
const decodeRefusal = Schema.decodeOption(Refusal)

const authorizedBy = (token: Option.Option<Redacted.Redacted<string>>) =>
  Option.match(token, {
    onNone: () => identity<HttpClientRequest.HttpClientRequest>,
    onSome: (value) => HttpClientRequest.bearerToken(Redacted.value(value))
  })

const addressOf = (base: string, path: string, query: Query): URL => {
  const url = new URL(`${base.replace(/\/+$/, "")}${path}`)
  for (const [name, value] of query) url.searchParams.append(name, value)
  return url
}

/** A `GET` request with the headers that every network gets. */
export const requestTo = (
  base: string,
  path: string,
  query: Query,
  token: Option.Option<Redacted.Redacted<string>>
): HttpClientRequest.HttpClientRequest =>
  HttpClientRequest.get(addressOf(base, path, query)).pipe(
    HttpClientRequest.setHeader("user-agent", userAgent),
    authorizedBy(token)
  )

export const makeNetworkClient = Effect.fnUntraced(function* (
  base: string,
  token: Option.Option<Redacted.Redacted<string>>
): Effect.fn.Return<NetworkClient, never, HttpClient.HttpClient> {
  const client = yield* HttpClient.HttpClient
  let restUntil = 0

  const respectLimits = Effect.fnUntraced(function* ({ status, headers }: HttpClientResponse.HttpClientResponse) {
    const now = yield* Clock.currentTimeMillis
    const { isUsedUp, waitMillis } = rateLimitOf(status, headers, now)
    if (!isUsedUp) return
    restUntil = now + Math.min(longestWaitMillis, waitMillis ?? unknownWaitMillis)
    if (status === 429) return yield* new SourceRateLimited({ retryAfterMillis: waitMillis })
  })

  const bodyOf = Effect.fnUntraced(function* (response: HttpClientResponse.HttpClientResponse) {
    yield* respectLimits(response)
    const { status } = response
    const text = yield* textOf(response)
    if (status === 200) return text
    if (status >= 500 || status < 400) return yield* unavailable(`status ${status}`)
    const refusal = Option.map(decodeRefusal(text), ({ error }) => error.slice(0, 200))
    return yield* new RequestRejected({ status, error: Option.getOrElse(refusal, () => "") })
  })

  const get = Effect.fn("NetworkClient.get")(function* <A>(
    path: string,
    query: Query,
    schema: Schema.ConstraintDecoder<A>
  ) {
    const now = yield* Clock.currentTimeMillis
    if (now < restUntil) return yield* new SourceRateLimited({ retryAfterMillis: restUntil - now })
    const request = HttpClientRequest.acceptJson(requestTo(base, path, query, token))
    const text = yield* client.execute(request).pipe(
      Effect.flatMap(bodyOf),
      Effect.catchTag("HttpClientError", (error) => Effect.fail(unavailable(error))),
      Effect.timeoutOrElse({
        duration: answerTimeout,
        orElse: () => Effect.fail(unavailable(`no answer within ${answerTimeout}`))
      })
    )
    return yield* Effect.mapError(
      Effect.flatMap(Effect.fromResult(parseRepaired(text)), Schema.decodeUnknownEffect(schema)),
      unavailable
    )
  })

  return { get }
})
