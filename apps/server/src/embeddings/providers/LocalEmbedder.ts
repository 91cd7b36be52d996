/**
 * A model in a folder of this machine, run by `@huggingface/transformers`. The package is no dependency: installing it would
 * download programs from elsewhere. Whoever wants it installs it, and nothing is ever downloaded at run time.
 */
import { Effect, Option, Schema, Semaphore } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { Settings } from "../../runtime/Settings.ts"
import { EmbeddingSettingsUnusable } from "./EmbeddingSettingsUnusable.ts"
import { failed } from "./EmbedderFailed.ts"
import type { Provider, Vector } from "./Provider.ts"

const packageName = "@huggingface/transformers"
const requiredFiles = ["config.json", "tokenizer.json", "onnx/model.onnx"]
/** Texts that the model reads at once: more take more memory and are hardly faster. */
const textsAtOnce = 16

interface Output {
  tolist(): unknown
}
type Extract = (
  texts: ReadonlyArray<string>,
  options: { readonly pooling: string; readonly normalize: boolean }
) => Promise<Output>

/** As much of the package as is used here. */
interface Transformers {
  readonly env: { allowRemoteModels: boolean; allowLocalModels: boolean; localModelPath: string }
  readonly pipeline: (task: string, model: string, options: { readonly dtype: string }) => Promise<Extract>
}

const Vectors = Schema.Array(Schema.Array(Schema.Finite))
const decodeVectors = Schema.decodeUnknownOption(Vectors)

// A name that the compiler does not resolve, because the package need not be there.
const load: Effect.Effect<Transformers, EmbeddingSettingsUnusable> = Effect.tryPromise({
  try: (): Promise<Transformers> => import(packageName),
  catch: (cause) =>
    new EmbeddingSettingsUnusable({
      what: "HEDDLE_EMBEDDINGS_FOLDER needs a package that is not installed.",
      details: cause instanceof Error ? cause.message : String(cause),
      solution: `Run npm install --no-save ${packageName} in the folder of Heddle, or use an embedding server (HEDDLE_EMBEDDINGS_URL).`
    })
})

const checkFiles = (folder: string) =>
  Effect.suspend(() => {
    const missing = requiredFiles.filter((file) => !existsSync(join(folder, file)))
    return missing.length === 0
      ? Effect.void
      : Effect.fail(
          new EmbeddingSettingsUnusable({
            what: `The folder ${folder} (HEDDLE_EMBEDDINGS_FOLDER) has no model that can be used.`,
            details: `There is no ${missing.join(" and no ")}.`,
            solution: `Put a model in ONNX form there, with ${requiredFiles.join(", ")}.`
          })
        )
  })

const Pooling = Schema.fromJsonString(Schema.Struct({ pooling_mode_cls_token: Schema.Boolean }))

/** How the vectors of the words become the vector of the text, as the folder of a sentence model says it. */
const poolingOf = (folder: string): "cls" | "mean" => {
  const file = join(folder, "1_Pooling/config.json")
  if (!existsSync(file)) return "mean"
  const pooling = Schema.decodeOption(Pooling)(readFileSync(file, "utf8"))
  return Option.exists(pooling, ({ pooling_mode_cls_token: isFirst }) => isFirst) ? "cls" : "mean"
}

const open = Effect.fnUntraced(function* (folder: string) {
  yield* checkFiles(folder)
  const { env, pipeline } = yield* load
  env.allowRemoteModels = false
  env.allowLocalModels = true
  env.localModelPath = dirname(folder)
  return yield* Effect.tryPromise({
    try: () => pipeline("feature-extraction", basename(folder), { dtype: "fp32" }),
    catch: (cause) =>
      new EmbeddingSettingsUnusable({
        what: `The model in ${folder} (HEDDLE_EMBEDDINGS_FOLDER) cannot be read.`,
        details: cause instanceof Error ? cause.message : String(cause),
        solution: "Check the files, or use another model."
      })
  })
})

export const makeLocalEmbedder = Effect.gen(function* () {
  const { embeddingsFolder } = yield* Settings
  const folder = resolve(Option.getOrElse(embeddingsFolder, () => "."))
  const extract = yield* open(folder)
  const pooling = poolingOf(folder)
  // One text of a call must not wait for a whole batch of the background: parts take turns.
  const turns = yield* Semaphore.make(1)

  const part = (texts: ReadonlyArray<string>) =>
    Effect.tryPromise({
      try: () => extract(texts, { pooling, normalize: true }),
      catch: (cause) => failed("unavailable", cause instanceof Error ? cause.message : String(cause))
    }).pipe(
      Effect.flatMap((output) => Effect.fromOption(decodeVectors(output.tolist()))),
      Effect.catchTag("NoSuchElementError", () => Effect.fail(failed("unusable", "its output is no list of vectors"))),
      Semaphore.withPermit(turns)
    )

  const embed: Provider["embed"] = Effect.fn("LocalEmbedder.embed")(function* (texts, model) {
    if (resolve(model.name) !== folder) return yield* failed("refused", `only the model in ${folder} is loaded`)
    const vectors: Array<Vector> = []
    for (let at = 0; at < texts.length; at += textsAtOnce) {
      vectors.push(...(yield* part(texts.slice(at, at + textsAtOnce))))
    }
    const asked = model.askedDimensions
    const other = vectors.find(({ length }) => asked !== null && length !== asked)
    return other === undefined
      ? vectors
      : yield* failed("unusable", `its vectors have ${other.length} numbers instead of ${asked}`)
  })

  return { embed } satisfies Provider
})
