/**
 * One attempt on the wire: sign, POST, read a bounded part of the answer, all within one deadline. Follows no redirect;
 * any 2xx is success (service.md, "Delivery").
 */
import { version } from "@heddle/api"
import { Clock, Context, Effect, Layer, Option } from "effect"
import { request } from "undici"
import { Destination, ForbiddenAddress } from "./Destination.ts"
import { parseRetryAfter } from "./RetryPolicy.ts"
import { signatureHeader } from "./Signature.ts"

/** From DNS to the last byte. */
export const attemptDeadlineMillis = 10_000
const maxResponseBytes = 16 * 1024

export interface Message {
  readonly url: string
  /** Newest first. */
  readonly secrets: ReadonlyArray<string>
  readonly body: string
  readonly attempt: number
  /** Absent on test events. */
  readonly idempotencyKey: string | null
}

export interface AttemptResult {
  readonly delivered: boolean
  readonly statusCode: number | null
  readonly durationMillis: number
  /** Why there was no answer, in words a customer may read. */
  readonly error: string | null
  readonly response: string | null
  readonly retryAfterMillis: number | null
}

interface Answer {
  readonly statusCode: number
  readonly retryAfter: string | undefined
  readonly response: string
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
          try: async (signal): Promise<Answer> => {
            const answer = await request(url, {
              dispatcher: destination.dispatcher,
              method: "POST",
              headers,
              body,
              signal
            })
            const retryAfter = answer.headers["retry-after"]
            return {
              statusCode: answer.statusCode,
              retryAfter: typeof retryAfter === "string" ? retryAfter : undefined,
              response: await readBounded(answer.body)
            }
          },
          catch: (cause) => cause
        })
      })

      const send = Effect.fn("Sender.send")(function* (message: Message) {
        const started = yield* Clock.currentTimeMillis
        const outcome = yield* post(message).pipe(
          Effect.mapError(describeFailure),
          Effect.timeoutOption(attemptDeadlineMillis),
          Effect.result
        )
        const ended = yield* Clock.currentTimeMillis
        const base = {
          delivered: false,
          statusCode: null,
          durationMillis: ended - started,
          response: null,
          retryAfterMillis: null
        }
        if (outcome._tag === "Failure") return { ...base, error: outcome.failure }
        const answer = Option.getOrUndefined(outcome.success)
        if (answer === undefined)
          return { ...base, error: `No complete answer within ${attemptDeadlineMillis / 1000} s` }
        const honoured = answer.statusCode === 429 || answer.statusCode === 503
        return {
          ...base,
          delivered: answer.statusCode >= 200 && answer.statusCode < 300,
          statusCode: answer.statusCode,
          error: null,
          response: answer.response,
          retryAfterMillis: honoured ? parseRetryAfter(answer.retryAfter, ended) : null
        }
      })

      return Sender.of({ send })
    })
  )
}

/** Keeps at most `maxResponseBytes` and lets go of the rest unread. NUL cannot be stored as text. */
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
  ENOTFOUND: "The host name does not resolve",
  EAI_AGAIN: "The host name could not be resolved",
  ETIMEDOUT: "Connection timed out",
  UND_ERR_CONNECT_TIMEOUT: "Connection timed out",
  UND_ERR_SOCKET: "The connection closed without an answer"
}

/** Names the failure without naming any address of ours. */
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
