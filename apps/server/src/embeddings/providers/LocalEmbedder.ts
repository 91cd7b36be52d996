/** A model in a folder of this machine. */
import { Effect } from "effect"
import { failed } from "./EmbedderFailed.ts"
import type { Provider } from "./Embedder.ts"

export const makeLocalEmbedder = Effect.succeed({
  embed: () => Effect.fail(failed("refused", "not yet"))
} satisfies Provider)
