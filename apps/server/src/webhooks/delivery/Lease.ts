/** How long an attempt belongs to the process that claimed it. */
import { attemptDeadlineMillis } from "./Sender.ts"

/** The rest of the lease is for recording the result, while the database may be slow or gone for a moment. */
const marginMillis = 20_000

/** Longer than any attempt can take: an expired lease means that the sending process died. */
export const leaseMillis = attemptDeadlineMillis + marginMillis
