/** The public stream of an instance, as server-sent events. It has no memory: what it sent before cannot be asked for. */
import { Clock, Effect, type Option, type Redacted, Result, Stream } from "effect"
import { Sse } from "effect/encoding"
import { HttpClient } from "effect/http"
import { SourceError } from "../ingestion/Source.ts"
import { requestTo } from "../network/NetworkClient.ts"
import { parseRepaired } from "../network/RepairedJson.ts"
import { rateLimitOf } from "../network/RateLimitHeaders.ts"
import type { Timeline } from "./MastodonApi.ts"

/** An instance sends a comment every 15 seconds. */
const silence = "1 minute"
const maxEventCharacters = 1_000_000

export type StatusEvent =
  | { readonly kind: "status"; readonly status: unknown }
  | { readonly kind: "delete"; readonly id: string }
  | { readonly kind: "malformed"; readonly event: string }

/** Null for events about anything else. */
const eventOf = ({ event, data }: Sse.Event): StatusEvent | null => {
  if (event === "delete") return { kind: "delete", id: data }
  if (event !== "update" && event !== "status.update") return null
  const status = parseRepaired(data)
  return Result.isSuccess(status) ? { kind: "status", status: status.success } : { kind: "malformed", event: data }
}

export interface StreamAddress {
  readonly streaming: string
  readonly timeline: Timeline
  readonly token: Option.Option<Redacted.Redacted<string>>
}

const failure = (message: string, retryAfterMillis: number | null = null) =>
  new SourceError({ message, retryAfterMillis })

const tokenProblem = (streaming: string, status: number) =>
  failure(
    `${streaming} refuses the stream with status ${status}. Streams need a token of an account of the instance: set HEDDLE_MASTODON_TOKENS.`
  )

/** Emits events from the moment it is connected, when it calls `onConnected`. Never ends without an error. */
export const statusEvents = (
  { streaming, timeline, token }: StreamAddress,
  onConnected: Effect.Effect<unknown>
): Stream.Stream<StatusEvent, SourceError, HttpClient.HttpClient> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const client = yield* HttpClient.HttpClient
      const path = timeline === "local" ? "/api/v1/streaming/public/local" : "/api/v1/streaming/public"
      const response = yield* Effect.mapError(client.execute(requestTo(streaming, path, [], token)), (error) =>
        failure(`${streaming} cannot be reached: ${error.message}`)
      )
      const { status, headers } = response
      if (status === 401 || status === 403) return yield* tokenProblem(streaming, status)
      if (status !== 200) {
        const { waitMillis } = rateLimitOf(status, headers, yield* Clock.currentTimeMillis)
        return yield* failure(`${streaming} answers the request for its stream with status ${status}`, waitMillis)
      }
      yield* onConnected
      return response.stream.pipe(
        Stream.mapError((error) => failure(`The stream of ${streaming} broke off: ${error.message}`)),
        Stream.timeoutOrElse({
          duration: silence,
          orElse: () => Stream.fail(failure(`The stream of ${streaming} was silent for ${silence}`))
        }),
        Stream.decodeText,
        Stream.pipeThroughChannel(Sse.decode<SourceError, unknown>({ maxEventSize: maxEventCharacters })),
        Stream.mapError((error) =>
          error._tag === "SourceError"
            ? error
            : failure(`The stream of ${streaming} is not as documented (${error._tag})`)
        ),
        Stream.map(eventOf),
        Stream.filter((event) => event !== null),
        Stream.concat(Stream.fail(failure(`${streaming} ended its stream`)))
      )
    })
  )
