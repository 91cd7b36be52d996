import { eventKeyOf } from "./EventKey.ts"
import type { EventContext } from "./Handler.ts"
import { attemptHeader, type HeaderSource, idempotencyHeader, readHeader } from "./Headers.ts"
import { maxHintCharacters } from "./Limits.ts"
import type { WebhookEvent } from "./WebhookEvent.ts"

// No comma: two headers joined by a proxy must not look like one new key.
const hintPattern = /^[\x21-\x2b\x2d-\x7e]+$/
const attemptPattern = /^[1-9][0-9]{0,5}$/

/** An ill-formed hint reads as absent: a signed event is never refused over an unsigned header. */
function readHint(headers: HeaderSource, name: string, pattern: RegExp): string | null {
  const value = readHeader(headers, name)
  return value !== null && value.length <= maxHintCharacters && pattern.test(value) ? value : null
}

export function makeContext(
  event: WebhookEvent,
  request: { readonly headers: HeaderSource; readonly signedAt: number; readonly rawBody: Uint8Array },
  nowMs: number
): EventContext {
  const attempt = readHint(request.headers, attemptHeader, attemptPattern)
  return {
    eventKey: eventKeyOf(event),
    idempotencyKey: readHint(request.headers, idempotencyHeader, hintPattern),
    attempt: attempt === null ? null : Number(attempt),
    signedAt: request.signedAt,
    receivedAt: new Date(nowMs),
    rawBody: request.rawBody
  }
}
