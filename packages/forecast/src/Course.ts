/** What is known of one count of one post: views, likes, replies or anything else that only grows. */

/** The count as it was at an age. */
export interface Observation {
  readonly ageMillis: number
  readonly count: number
}

/** What is known of the post itself when it is posted. */
export interface Traits {
  /** Of the author; null when unknown. */
  readonly followers: number | null
  /** Of the day of posting in UTC, from 0 to 24; fractions are allowed. */
  readonly hour: number
  /** Any name; languages are only compared with each other. */
  readonly language: string
  /** Of the text, in characters. */
  readonly length: number
  readonly hasMedia: boolean
  readonly isReply: boolean
}

/** The count so far. */
export interface CourseSoFar {
  /** By age, least first, at irregular steps. A count that falls is taken to be what it was at most before. */
  readonly observations: ReadonlyArray<Observation>
  readonly traits: Traits
}

/** A course to learn from. */
export interface Course extends CourseSoFar {
  /**
   * The age until which the count is known. After the last observation and before this age, the count did not change.
   * A course says nothing about later ages: for horizons after this age it is left out, not counted as "not reached".
   */
  readonly knownUntilMillis: number
}
