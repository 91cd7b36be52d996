/**
 * One delivery attempt: signs the body, posts it and reads a bounded part of the response, all within one deadline.
 * Follows no redirects; any 2xx is a success (service.md, "Delivery").
 */
import { version } from "@heddle/api"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { request } from "undici"
import { Destination, ForbiddenAddress } from "./Destination.ts"
import { parseRetryAfter } from "./RetryPolicy.ts"
import { signatureHeader } from "./Signature.ts"

/** From the DNS lookup to the last byte of the response. */
export const attemptDeadlineMillis = 10_000
const maxResponseBytes = 16 * 1024

export interface Message {
  readonly url: string
  /** Newest first. */
  readonly secrets: ReadonlyArray<string>
  /** Also sends the headers of Standard Webhooks. */
  readonly standardWebhooks: boolean
  readonly body: string
  readonly attempt: number
  /** Absent on test events. */
  readonly idempotencyKey: string | null
}

export interface AttemptResult {
  readonly delivered: boolean
  readonly statusCode: number | null
  readonly durationMillis: number
  /** Why there was no response, in words that a customer may read. */
  readonly error: string | null
  /** Whose fault a failure is: the customer's endpoint, the network between, or Heddle. Null when delivered. */
  readonly faultOwner: FaultOwner | null
  /** Whether a connection to a permitted address was opened, so that something may have been sent. */
  readonly connected: boolean
  /** When the request was written to the connection; null when it never was. */
  readonly sentAt: Date | null
  readonly requestHeaders: Headers
  readonly responseHeaders: Headers | null
  readonly response: string | null
  readonly retryAfterMillis: number | null
}

export type FaultOwner = "customer" | "network" | "us"
export type Headers = Readonly<Record<string, string>>

interface EndpointResponse {
  readonly statusCode: number
  readonly retryAfter: string | undefined
  /** The first part of the body. */
  readonly body: string
}

export class Sender extends Context.Service<Sender, { send(message: Message): Effect.Effect<AttemptResult> }>()(
  "@heddle/server/webhooks/delivery/Sender"
) {
  static readonly layer = Layer.effect(
    Sender,
    Effect.gen(function* () {
      const destination = yield* Destination

      const post = Effect.fnUntraced(function* (message: Message) {
        const url = new URL(message.url)
        yield* destination.checkLiteral(url)
        const body = new TextEncoder().encode(message.body)
        const timestamp = Math.floor((yield* Clock.currentTimeMillis) / 1000)
        const headers = {
          "content-type": "application/json",
          "user-agent": `Heddle-Webhooks/${version}`,
          "x-service-signature": signatureHeader(message.secrets, timestamp, body),
          "x-service-delivery-attempt": String(message.attempt),
          ...(message.idempotencyKey === null ? {} : { "x-service-idempotency-key": message.idempotencyKey })
        }
        return yield* Effect.tryPromise({
          try: async (signal): Promise<EndpointResponse> => {
            const response = await request(url, {
              dispatcher: destination.dispatcher,
              method: "POST",
              headers,
              body,
              signal
            })
            const retryAfter = response.headers["retry-after"]
            return {
              statusCode: response.statusCode,
              retryAfter: typeof retryAfter === "string" ? retryAfter : undefined,
              body: await readBounded(response.body)
            }
          },
          catch: (cause) => cause
        })
      })

      const send = Effect.fn("Sender.send")(function* (message: Message) {
        const started = yield* Clock.currentTimeMillis
        const result = yield* post(message).pipe(
          Effect.mapError(describeFailure),
          Effect.timeoutOption(attemptDeadlineMillis),
          Effect.result
        )
        const ended = yield* Clock.currentTimeMillis
        const base = {
          delivered: false,
          statusCode: null,
          durationMillis: ended - started,
          faultOwner: "network" as const,
          connected: true,
          sentAt: new Date(started),
          requestHeaders: {},
          responseHeaders: null,
          response: null,
          retryAfterMillis: null
        }
        if (result._tag === "Failure") return { ...base, error: result.failure }
        const response = Option.getOrUndefined(result.success)
        if (response === undefined)
          return { ...base, error: `No complete answer within ${attemptDeadlineMillis / 1000} s` }
        const delivered = response.statusCode >= 200 && response.statusCode < 300
        const honorsRetryAfter = response.statusCode === 429 || response.statusCode === 503
        return {
          ...base,
          delivered,
          faultOwner: delivered ? null : ("customer" as const),
          statusCode: response.statusCode,
          error: null,
          response: response.body,
          retryAfterMillis: honorsRetryAfter ? parseRetryAfter(response.retryAfter, ended) : null
        }
      })

      return Sender.of({ send })
    })
  )
}

/** Reads at most `maxResponseBytes`. Replaces NUL, which PostgreSQL cannot store as text. */
const readBounded = async (body: AsyncIterable<Uint8Array> & { destroy(): unknown }): Promise<string> => {
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of body) {
    chunks.push(chunk.subarray(0, maxResponseBytes - size))
    size += chunk.length
    if (size >= maxResponseBytes) break
  }
  body.destroy()
  return Buffer.concat(chunks).toString("utf8").replaceAll("\u0000", "\uFFFD")
}

const knownCodes: Readonly<Record<string, string>> = {
  ECONNREFUSED: "Connection refused",
  ECONNRESET: "Connection reset",
  EHOSTUNREACH: "Host unreachable",
  ENETUNREACH: "Network unreachable",
  ETIMEDOUT: "Connection timed out",
  UND_ERR_CONNECT_TIMEOUT: "Connection timed out",
  UND_ERR_SOCKET: "The connection closed without an answer"
}

/** Describes a failure without revealing addresses of our network. */
const describeFailure = (cause: unknown): string => {
  if (cause instanceof ForbiddenAddress) return cause.message
  if (!(cause instanceof Error)) return "The request failed"
  if (cause.cause instanceof Error) return describeFailure(cause.cause)
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : ""
  if (knownCodes[code] !== undefined) return knownCodes[code]
  return code.startsWith("CERT_") || code.startsWith("ERR_TLS") || code.includes("SELF_SIGNED") || code.includes("CERT")
    ? `TLS failed (${code})`
    : "The request failed"
}
