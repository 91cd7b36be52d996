import type { EventContext } from "./Handler.ts"
import { type KeyConflict, KeyConflicts } from "./KeyConflict.ts"
import { notifier } from "./Notify.ts"
import type { ReceiverError } from "./ReceiverError.ts"
import type { WebhookEvent } from "./WebhookEvent.ts"

export interface Timing {
  /** From the call of the receiver to its answer: body, signature, store and handler. */
  readonly durationMs: number
}

/** For logs and metrics. They are not waited for, and what they throw is ignored. */
export interface Hooks {
  /** Every event whose handler ran and is recorded as handled. */
  readonly onHandled?: ((event: WebhookEvent, context: EventContext, timing: Timing) => unknown) | undefined
  /** Every event that was acknowledged without running the handler. */
  readonly onDuplicate?: ((event: WebhookEvent, context: EventContext, timing: Timing) => unknown) | undefined
  /** Every request that was not acknowledged, and every claim that could not be released. */
  readonly onError?: ((error: ReceiverError, timing: Timing) => unknown) | undefined
  /** One `X-Service-Idempotency-Key` on two different events, as far as this process has seen. Both are handled. */
  readonly onKeyConflict?: ((conflict: KeyConflict) => unknown) | undefined
}

export function makeHooks(hooks: Hooks) {
  const conflicts = new KeyConflicts()
  const reportConflict = notifier("onKeyConflict", hooks.onKeyConflict)
  return {
    handled: notifier("onHandled", hooks.onHandled),
    duplicate: notifier("onDuplicate", hooks.onDuplicate),
    error: notifier("onError", hooks.onError),
    /** Only with events that were verified. */
    seen: (context: EventContext) => {
      const conflict = hooks.onKeyConflict === undefined ? null : conflicts.find(context)
      if (conflict !== null) reportConflict(conflict)
    }
  }
}

/** Milliseconds since now. Not the wall clock, which may be set back. */
export function stopwatch(): () => Timing {
  const startMs = performance.now()
  return () => ({ durationMs: performance.now() - startMs })
}
