/**
 * How long an attempt belongs to the process that claimed it. Longer than the attempt and the recording of its result can
 * take, so that an expired lease means that the process died.
 */
import { attemptDeadlineMillis } from "./Sender.ts"

/** How long the database may be slow or down before an event whose result is waiting is sent again. */
const recordingMillis = 15_000
/** Allows for processes whose clocks differ. */
const marginMillis = 5_000

export const leaseMillis = attemptDeadlineMillis + recordingMillis + marginMillis
