/** Why a provider gave no vectors. */
import { Schema } from "effect"

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
