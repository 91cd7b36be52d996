/** The diagnosis of a delivery: what happened, who has to act, what it cost. Pure. */
import type { Delivery, EventStatus } from "@heddle/api/portal"
import { type Phrase, phrase } from "../../text/Phrase.tsx"
import { sendingError } from "../../text/SendingError.ts"
import type { TextId } from "../../text/TextId.ts"

/** Who has to act. */
export type Owner = "customer" | "us" | "nobody"

export interface Diagnosis {
  readonly tone: "ok" | "warn" | "danger" | "info" | "muted"
  /** A word or two. */
  readonly state: TextId
  /** What happened; what happens next and who has to do something; what it cost. */
  readonly sentences: ReadonlyArray<Phrase>
  readonly owner: Owner
}

export interface Diagnosed {
  /** The attempt that is looked at. */
  readonly delivery: Delivery
  /** Null for a test event, and when it is no longer kept. */
  readonly event: typeof EventStatus.Type | null
  /** Newest first. */
  readonly attempts: ReadonlyArray<Delivery>
}

const errorOf = ({ error, statusCode }: Delivery): Phrase => sendingError(error, statusCode)

const deliveredBy = ({ statusCode, attempt, durationMs }: Delivery): Phrase =>
  phrase("delivery.answered", { status: statusCode ?? 200, attempt, ms: durationMs ?? 0 })

/** What the attempt alone tells. */
const ofAttempt = (delivery: Delivery, next: Phrase): Diagnosis => {
  switch (delivery.outcome) {
    case "sending":
      return { tone: "info", state: "delivery.sending", sentences: [phrase("delivery.nowSending")], owner: "us" }
    case "delivered":
      return { tone: "ok", state: "delivery.delivered", sentences: [deliveredBy(delivery)], owner: "nobody" }
    default: {
      const owner = delivery.faultOwner === "us" ? "us" : "customer"
      return { tone: "danger", state: "delivery.failed", sentences: [errorOf(delivery), next], owner }
    }
  }
}

type Event = typeof EventStatus.Type

const next = ({ attempts, maxAttempts, dueAt, delayed }: Event, id: TextId, idWithoutCount: TextId): Phrase => {
  const at = dueAt === null ? new Date(0) : new Date(dueAt)
  if (delayed) return phrase("delivery.delayed", { at })
  const attempt = attempts + 1
  return attempt > maxAttempts ? phrase(idWithoutCount, { at }) : phrase(id, { at, attempt, max: maxAttempts })
}

const waiting = (event: Event, failed: Delivery | undefined): Diagnosis => {
  const known = event.dueAt !== null
  const due = (id: TextId, withoutCount: TextId) => (known ? [next(event, id, withoutCount)] : [])
  if (failed === undefined) {
    return {
      tone: "info",
      state: "delivery.retrying",
      sentences: due("delivery.sendAt", "delivery.sendAtUncounted"),
      owner: "us"
    }
  }
  const why = errorOf(failed)
  switch (failed.faultOwner) {
    case "us":
      return {
        tone: "warn",
        state: "delivery.retrying",
        sentences: [why, phrase("delivery.ourFault"), ...due("delivery.sendAtUncounted", "delivery.sendAtUncounted")],
        owner: "us"
      }
    case "network":
      return {
        tone: "danger",
        state: "delivery.failing",
        sentences: [why, phrase("delivery.checkReachable"), ...due("delivery.retryAt", "delivery.sendAtUncounted")],
        owner: "customer"
      }
    default:
      return {
        tone: "danger",
        state: "delivery.failing",
        sentences: [why, phrase("delivery.fixIt"), ...due("delivery.retryAt", "delivery.sendAtUncounted")],
        owner: "customer"
      }
  }
}

const given = (event: Event, failed: Delivery | undefined): Diagnosis => ({
  tone: "danger",
  state: "delivery.failedForGood",
  sentences: [
    ...(failed === undefined ? [] : [errorOf(failed)]),
    phrase("delivery.noRetryLeft", { count: event.attempts }),
    phrase(event.resendable ? "delivery.fixAndResend" : "delivery.notResendable")
  ],
  owner: event.resendable ? "customer" : "nobody"
})

const ofEvent = (event: Event, delivery: Delivery, attempts: ReadonlyArray<Delivery>): Diagnosis => {
  const failed = attempts.find(({ outcome }) => outcome === "failed")
  switch (event.state) {
    case "delivered": {
      const success = attempts.find(({ outcome }) => outcome === "delivered") ?? delivery
      return { tone: "ok", state: "delivery.delivered", sentences: [deliveredBy(success)], owner: "nobody" }
    }
    case "sending":
    case "scheduled":
      return { tone: "info", state: "delivery.sending", sentences: [phrase("delivery.nowSending")], owner: "us" }
    case "retrying":
      // The newest attempt says why it is due: after a resend of a delivered event, no failure is behind it.
      return waiting(event, attempts[0]?.outcome === "delivered" ? undefined : failed)
    case "failed":
      return given(event, failed)
    case "cancelled":
      return {
        tone: "muted",
        state: "delivery.cancelled",
        sentences: [phrase("delivery.wasCancelled")],
        owner: "nobody"
      }
  }
}

const priceOf = ({ cost, refundable, state }: Event): Phrase => {
  if (cost === 0) return phrase("delivery.notCharged")
  // An attempt that runs may be the first.
  const comesBack = refundable && state === "retrying"
  return phrase(comesBack ? "delivery.chargedRefundable" : "delivery.charged", { credits: cost })
}

export const diagnosisOf = ({ delivery, event, attempts }: Diagnosed): Diagnosis => {
  if (delivery.test) return ofAttempt(delivery, phrase("delivery.testNotRepeated"))
  if (event === null) return ofAttempt(delivery, phrase("delivery.eventGone"))
  const diagnosis = ofEvent(event, delivery, attempts)
  return { ...diagnosis, sentences: [...diagnosis.sentences, priceOf(event)] }
}
