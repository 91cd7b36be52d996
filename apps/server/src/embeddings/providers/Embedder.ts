/** Makes vectors of texts. The settings name the provider; without one, nothing here runs. */
import { Context, Effect, Layer, Option } from "effect"
import { Settings } from "../../runtime/Settings.ts"
import { EmbeddingSettingsUnusable, failed, type ModelSettings, type Provider } from "./Provider.ts"
import { makeHttpEmbedder } from "./HttpEmbedder.ts"

export class Embedder extends Context.Service<
  Embedder,
  Provider & {
    /** The model of the settings; none when they name none. */
    readonly model: Option.Option<ModelSettings>
    /** Texts in one request. */
    readonly batchSize: number
  }
>()("@heddle/server/embeddings/providers/Embedder") {
  static readonly layer = Layer.effect(
    Embedder,
    Effect.gen(function* () {
      const settings = yield* Settings
      const { batchSize, model } = yield* chosen(settings)
      if (Option.isNone(model)) return Embedder.of({ ...nothing, model, batchSize })
      return Embedder.of({ ...(yield* makeHttpEmbedder), model, batchSize })
    })
  )
}

const nothing: Provider = { embed: () => Effect.fail(failed("refused", "no model is set")) }

const chosen = Effect.fnUntraced(function* (settings: Settings["Service"]) {
  const { embeddingsUrl: url, embeddingsModel: name } = settings
  if (Option.isSome(url) && Option.isNone(name)) return yield* noModel
  if (Option.isNone(url) && Option.isSome(name)) return yield* noProvider
  const model = Option.map(name, (name): ModelSettings => ({
    name,
    askedDimensions: Option.getOrNull(settings.embeddingsDimensions),
    queryPrefix: settings.embeddingsQueryPrefix,
    documentPrefix: settings.embeddingsDocumentPrefix
  }))
  return { model, batchSize: settings.embeddingsBatchSize }
})

const noModel = new EmbeddingSettingsUnusable({
  what: "HEDDLE_EMBEDDINGS_URL is set without a model.",
  details: "An embedding server can have several models, and their vectors cannot be compared.",
  solution: "Set HEDDLE_EMBEDDINGS_MODEL to the name of a model that the server has."
})

const noProvider = new EmbeddingSettingsUnusable({
  what: "HEDDLE_EMBEDDINGS_MODEL is set without a provider.",
  details: "It names a model of the server at HEDDLE_EMBEDDINGS_URL.",
  solution: "Set HEDDLE_EMBEDDINGS_URL too, or unset HEDDLE_EMBEDDINGS_MODEL."
})
