import { ReceiverConfigError } from "../core/ReceiverConfigError.ts"
import type { IdempotencyStore } from "./IdempotencyStore.ts"

const steps = ["claim", "renew", "complete", "release"] as const

/** At construction, because at the first event it would be a 503 for each of them. `null` is no wish for the default. */
export function checkStore(store: IdempotencyStore): IdempotencyStore {
  for (const step of steps) {
    if (typeof store?.[step] === "function") continue
    throw new ReceiverConfigError(
      "invalid_option",
      `store must have the methods ${steps.join(", ")}; ${step} is missing. Wait for it if it is a promise.`
    )
  }
  return store
}
