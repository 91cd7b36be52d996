/** What a provider of vectors is asked for, with the errors that it may answer. */
import { type Effect, Schema } from "effect"

/**
 * - `unavailable`: it may work later: not reached, too slow, overloaded, broken.
 * - `rejected`: it does not take these texts.
 * - `refused`: it does not take this caller or this model; the settings have to change.
 * - `unusable`: it answered with something that is not what was asked for.
 * - `other model`: it answered with the vectors of another model.
 */
const Reason = Schema.Literals(["unavailable", "rejected", "refused", "unusable", "other model"])

export class EmbedderFailed extends Schema.TaggedError<EmbedderFailed>()("EmbedderFailed", {
  reason: Reason,
  detail: Schema.String,
  /** How long the provider asks to be left alone. */
  retryAfterMillis: Schema.optionalKey(Schema.Finite)
}) {
  override get message(): string {
    return `The provider of embeddings (${this.reason}): ${this.detail}`
  }
}

export const failed = (reason: typeof Reason.Type, detail: string) => new EmbedderFailed({ reason, detail })

/** How texts are made into vectors. Two vectors may be compared only if all of this was the same. */
export interface ModelSettings {
  /** The name by which the provider knows the model. */
  readonly name: string
  /** How many numbers to ask for; null for as many as the model has. */
  readonly askedDimensions: number | null
  readonly queryPrefix: string
  readonly documentPrefix: string
}

/** A call waits for seconds; background work can wait longer and try more often. */
export type Patience = "call" | "background"

export type Vector = ReadonlyArray<number>

export interface Provider {
  /** One vector for each text, in their order, of whatever length; finite numbers, not all of them 0. */
  embed(
    texts: ReadonlyArray<string>,
    model: ModelSettings,
    patience: Patience
  ): Effect.Effect<ReadonlyArray<Vector>, EmbedderFailed>
}

/** The settings of embeddings exclude each other, or what they name is not there. Shown to the operator without a stack. */
export class EmbeddingSettingsUnusable extends Schema.TaggedError<EmbeddingSettingsUnusable>()(
  "EmbeddingSettingsUnusable",
  { what: Schema.String, details: Schema.String, solution: Schema.String }
) {
  override get message(): string {
    return `${this.what}\n  Details: ${this.details}\n  To fix this: ${this.solution}`
  }
}
