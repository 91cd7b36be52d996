/**
 * One delivery attempt: signs the body, posts it and reads a bounded part of the response, all within one deadline.
 * Follows no redirects; any 2xx is a success (service.md, "Delivery"), whatever follows its status line: the endpoint said
 * that it has the event, and the rest means nothing to us.
 */
import { version } from "@heddle/api"
import { Clock, Context, Effect, Layer, Result } from "effect"
import { cutToBytes } from "../../runtime/CutText.ts"
import { makeDeadlines } from "../../runtime/Deadlines.ts"
import { maxBodyBytes } from "./BoundedBody.ts"
import { Destination } from "./Destination.ts"
import { exchange, makeSeen, type Seen } from "./Exchange.ts"
import { type Failure, failureOf, type FaultOwner, hasReached, noAnswerInTime, secretsNotOpened } from "./Failures.ts"
import { type Headers, loggedRequestHeaders, loggedResponseHeaders, storable } from "./LoggedHeaders.ts"
import { parseRetryAfter } from "./RetryPolicy.ts"
import { signatureHeader, standardSignatureHeader } from "./Signature.ts"

/** From the DNS lookup to the last byte of the response. */
export const attemptDeadlineMillis = 10_000

export interface Message {
  readonly url: string
  /** Newest first. */
  readonly secrets: ReadonlyArray<string>
  /** Also sends the headers of Standard Webhooks. */
  readonly standardWebhooks: boolean
  /** Of the event or the test event, the same in every attempt. */
  readonly id: string
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
  /** Whose fault a failure is (`Failures.ts`). Null when delivered. */
  readonly faultOwner: FaultOwner | null
  /**
   * Whether a connection to a permitted address was opened. One on which TLS failed counts: the endpoint was there, although
   * nothing was sent to it.
   */
  readonly connected: boolean
  /** When the request was written to the connection; null when it never was. */
  readonly sentAt: Date | null
  /** Whether it was written to a kept connection that had ended, and then to a new one. */
  readonly sentTwice: boolean
  /** As sent, without whole signatures. */
  readonly requestHeaders: Headers
  readonly responseHeaders: Headers | null
  readonly response: string | null
  readonly retryAfterMillis: number | null
}

/** The result of an attempt that failed before anything was sent. */
const notSent = ({ error, faultOwner }: Failure, durationMillis: number): AttemptResult => ({
  delivered: false,
  statusCode: null,
  durationMillis,
  error,
  faultOwner,
  connected: false,
  sentAt: null,
  sentTwice: false,
  requestHeaders: {},
  responseHeaders: null,
  response: null,
  retryAfterMillis: null
})

/** The result of an attempt that nothing could sign. */
export const notSigned: AttemptResult = notSent(secretsNotOpened, 0)

/** Spelled as the description and Standard Webhooks spell them. */
export const headersOf = (
  { secrets, standardWebhooks, id, attempt, idempotencyKey }: Omit<Message, "url" | "body">,
  body: Uint8Array,
  unixSeconds: number
): Headers => ({
  "Content-Type": "application/json",
  "User-Agent": `Heddle-Webhooks/${version}`,
  "X-Service-Signature": signatureHeader(secrets, unixSeconds, body),
  "X-Service-Delivery-Attempt": String(attempt),
  ...(idempotencyKey === null ? {} : { "X-Service-Idempotency-Key": idempotencyKey }),
  ...(standardWebhooks
    ? {
        "webhook-id": id,
        "webhook-timestamp": String(unixSeconds),
        "webhook-signature": standardSignatureHeader(secrets, id, unixSeconds, body)
      }
    : {})
})

/** What an answer means. Its status counts even if the rest of it did not come, or is wrong. */
const answered = ({ response, body }: Seen, statusCode: number, ended: number) => {
  const delivered = statusCode >= 200 && statusCode < 300
  const honorsRetryAfter = statusCode === 429 || statusCode === 503
  return {
    delivered,
    faultOwner: delivered ? null : ("customer" as const),
    statusCode,
    connected: true,
    error: null,
    responseHeaders: loggedResponseHeaders(response.headers),
    response: cutToBytes(storable(body.text()), maxBodyBytes),
    retryAfterMillis: honorsRetryAfter ? parseRetryAfter(response.headers.get("retry-after"), ended) : null
  }
}

const resultOf = (
  outcome: Result.Result<void, unknown>,
  seen: Seen,
  headers: Headers,
  started: number,
  ended: number
): AttemptResult => {
  const wasSent = seen.sentAt !== null
  const { statusCode } = seen.response
  const failure = Result.isFailure(outcome)
    ? failureOf(outcome.failure)
    : noAnswerInTime(attemptDeadlineMillis, wasSent)
  return {
    ...notSent(failure, ended - started),
    connected: wasSent || (Result.isFailure(outcome) && hasReached(outcome.failure)),
    sentAt: seen.sentAt === null ? null : new Date(seen.sentAt),
    sentTwice: seen.sentTwice,
    requestHeaders: loggedRequestHeaders(headers),
    ...(statusCode === null ? {} : answered(seen, statusCode, ended))
  }
}

export class Sender extends Context.Service<Sender, { send(message: Message): Effect.Effect<AttemptResult> }>()(
  "@heddle/server/webhooks/delivery/Sender"
) {
  static readonly layer = Layer.effect(
    Sender,
    Effect.gen(function* () {
      const destination = yield* Destination

      const deadlines = yield* makeDeadlines(attemptDeadlineMillis)

      const send = (message: Message) =>
        Clock.clockWith((clock) => {
          const started = clock.currentTimeMillisUnsafe()
          const body = Buffer.from(message.body)
          const headers = headersOf(message, body, Math.floor(started / 1000))
          const seen = makeSeen()
          return destination.check(message.url).pipe(
            Effect.flatMap((url) => exchange(destination.connections, deadlines, { url, headers, body }, seen)),
            Effect.result,
            Effect.map((outcome) => resultOf(outcome, seen, headers, started, clock.currentTimeMillisUnsafe()))
          )
        })

      return Sender.of({ send })
    })
  )
}
