import type { WebhookEvent } from "./Event.ts"
import { attemptHeader, type HeaderSource, idempotencyHeader, readHeader } from "./Header.ts"
import { maxHintCharacters } from "./Limits.ts"
import type { MappedRule } from "./RuleMap.ts"

export interface EventContext {
  /**
   * From the signed body; the same for every delivery of this event and, with a `ruleMap`, for those of rules that replaced
   * its rule. Use it as a unique key of your own.
   */
  readonly eventKey: string
  /** The name of the rule in the file of rules; null without one, without a `ruleMap` and on test events. */
  readonly ruleName: string | null
  /** The sender's event id. Not signed, so a hint only; null on test events. */
  readonly idempotencyKey: string | null
  /** 1 for the first attempt. Not signed, so a hint only. */
  readonly attempt: number | null
  /** Unix seconds, signed. */
  readonly signedAt: number
  readonly receivedAt: Date
  /** The verified bytes. */
  readonly rawBody: Uint8Array
}

/** What one run holds in the store: the key it is de-duplicated by, and its fencing token. */
export interface HeldClaim {
  readonly key: string
  readonly owner: string
}

export interface HandlerContext extends EventContext {
  /** Null on test events, which are never de-duplicated. */
  readonly claim: HeldClaim | null
  /** Aborts when the lease has ended: from then on another delivery may run beside this one. */
  readonly signal: AbortSignal
  /**
   * For slow handlers, after each piece of progress: the lease starts again. Rejects with `lease_lost` when another
   * delivery has taken over. Not done by itself, so that a handler that hangs does not hold an event forever.
   */
  readonly renewLease: () => Promise<void>
}

/** Returning acknowledges the event for good; throwing frees it to be sent again. */
export type EventHandler = (event: WebhookEvent, context: HandlerContext) => void | Promise<void>

/** `event`: each post once per rule. `post`: each post once, whichever rule matches it first. */
export type DedupeBy = "event" | "post"

const escape = (part: string) => part.replaceAll("%", "%25").replaceAll(":", "%3A")

/**
 * What makes an event the same event. Built from the signed body alone: the idempotency header is not signed, so a
 * replay could change it at will. One post matching two rules is two events (service.md, Evaluation 2 and 3), unless
 * one replaced the other: `first` is the id of the first of them. The key is as it was before the replacement, so that
 * what was handled then, without a map, is not handled again.
 */
const eventKeyOf = ({ post, rule }: WebhookEvent, first: string): string =>
  `v1:${escape(rule.type)}:${escape(post.code)}:${escape(first)}`

/** `post` is no type of rule, so no event key can equal it. */
export const claimKeyOf = (event: WebhookEvent, { eventKey }: EventContext, by: DedupeBy): string =>
  by === "post" ? `v1:post:${escape(event.post.code)}` : eventKey

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
  { first, name }: MappedRule,
  request: { readonly headers: HeaderSource; readonly signedAt: number; readonly rawBody: Uint8Array },
  nowMs: number
): EventContext {
  const attempt = readHint(request.headers, attemptHeader, attemptPattern)
  return {
    eventKey: eventKeyOf(event, first),
    ruleName: name,
    idempotencyKey: readHint(request.headers, idempotencyHeader, hintPattern),
    attempt: attempt === null ? null : Number(attempt),
    signedAt: request.signedAt,
    receivedAt: new Date(nowMs),
    rawBody: request.rawBody
  }
}
