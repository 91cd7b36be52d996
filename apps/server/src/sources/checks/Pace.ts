/** How fast a source is checked; pure. */

export interface Pace {
  /** In one run. */
  readonly requests: number
  /** From the start of one run to the start of the next. */
  readonly everyMillis: number
}

/** About a run a second, or one for each request where the budget permits less. */
export const paceOf = (requestsPerSecond: number): Pace => {
  const requests = Math.max(1, Math.floor(requestsPerSecond))
  return { requests, everyMillis: Math.round((requests / requestsPerSecond) * 1_000) }
}
