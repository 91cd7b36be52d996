import { Schema } from "effect"

/** The settings of embeddings exclude each other, or what they name is not there. Shown to the operator without a stack. */
export class EmbeddingSettingsUnusable extends Schema.TaggedError<EmbeddingSettingsUnusable>()(
  "EmbeddingSettingsUnusable",
  { what: Schema.String, details: Schema.String, solution: Schema.String }
) {
  override get message(): string {
    return `${this.what}\n  Details: ${this.details}\n  To fix this: ${this.solution}`
  }
}
