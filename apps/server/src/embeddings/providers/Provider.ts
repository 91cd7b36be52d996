/** What a provider of vectors is asked for. */
import type { Effect } from "effect"
import type { EmbedderFailed } from "./EmbedderFailed.ts"

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
