/** The ages at which a post is observed again: often while it is young and growing, less often later. */
import type { NonEmpty } from "./Vocabulary.ts"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

export const checkpointsMillis: NonEmpty<number> = [
  5 * second,
  15 * second,
  30 * second,
  60 * second,
  2 * minute,
  6 * minute,
  20 * minute,
  45 * minute,
  90 * minute,
  3 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
  48 * hour,
  72 * hour,
  120 * hour,
  168 * hour
]

/** Posts are deleted at one of these checkpoints, aged 2 to 45 minutes, so no other times have to be scheduled. */
export const deletionCheckpoints = { first: 4, last: 7 }
