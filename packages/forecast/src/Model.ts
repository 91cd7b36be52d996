/** A trained model: plain JSON, so that it can be kept in a column. */
export interface Model {
  /** Of this format. */
  readonly format: 1
  /** `prior`: there were too few courses, so this is the prior, which was fitted on simulated posts only. */
  readonly kind: "learned" | "prior"
  /** How many courses it was learned from; for the prior, how many of them there were. */
  readonly posts: number
  /** The age at which forecasts end. */
  readonly horizonMillis: number
}
