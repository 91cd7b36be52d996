/**
 * How long a call may take, from the inside out: its query ends before the hold on its credits expires, and the hold
 * expires before the lease on its idempotency key.
 */
import { Duration } from "effect"

/** A query's hold stops counting after this long, whether or not its process is alive (decisions, "Webhooks"). */
export const queryHoldMillis = 120_000

/** The largest `HEDDLE_QUERY_TIMEOUT`. The rest of the hold is for settling: an expired hold cannot be charged. */
export const maxQueryTimeout = Duration.millis(queryHoldMillis - 10_000)

/** A lease that ends belongs to a dead process, because no call outlives its hold. */
export const idempotencyLeaseMillis = queryHoldMillis + 30_000
