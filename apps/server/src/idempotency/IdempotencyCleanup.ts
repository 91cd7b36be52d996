/** Removes stored answers that have expired. */
import { background } from "../runtime/Background.ts"
import { Idempotency } from "./Idempotency.ts"

export const idempotencyCleanup = background({
  name: "idempotency cleanup",
  role: "maintenance",
  every: "10 minutes",
  run: Idempotency.use(({ sweep }) => sweep),
  onStop: "interrupt"
})
