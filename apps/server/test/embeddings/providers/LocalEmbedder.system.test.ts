/** A model in a folder: what it computes, and what the start says when something is missing. */
import { assert, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describeWith, describeWithout } from "../../../../../test/support/DescribeWith.ts"
import { transformers } from "../../../../../test/support/Transformers.ts"
import { unitOf } from "../../../src/embeddings/models/ProbedEmbedder.ts"
import { Embedder } from "../../../src/embeddings/providers/Embedder.ts"
import { Settings } from "../../../src/runtime/Settings.ts"
import { tinyDimensions, tinyTable, tinyWords, writeTinyModel } from "../../support/TinyModel.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "heddle-model-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const embedderIn = (path: string, settings: Readonly<Record<string, string>> = {}) =>
  Embedder.layer.pipe(
    Layer.provide(Settings.layer),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown({ HEDDLE_EMBEDDINGS_FOLDER: path, ...settings })))
  )

const embed = (texts: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { embed, model } = yield* Embedder
    return yield* embed(texts, yield* Effect.fromOption(model), "background")
  })

/** The mean of the vectors of its words. */
const expected = (text: string) => {
  const rows = text.split(" ").map((word) => tinyTable[Math.max(1, tinyWords.indexOf(word))] ?? [])
  return unitOf(Array.from({ length: tinyDimensions }, (_, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0)))
}

const startOf = (path: string) =>
  Effect.map(Effect.flip(Effect.scoped(Layer.build(embedderIn(path)))), ({ message }) => message)

it.live("a folder without a model stops the start and says which files are missing", () =>
  Effect.gen(function* () {
    const path = yield* folder
    mkdirSync(join(path, "onnx"))
    writeFileSync(join(path, "config.json"), "{}")
    assert.include(yield* startOf(path), "There is no tokenizer.json and no onnx/model.onnx.")
    assert.include(yield* startOf(join(path, "nowhere")), "There is no config.json")
  }).pipe(Effect.scoped)
)

describeWithout(transformers, "Without the package", () => {
  it.live("the start says what to install", () =>
    Effect.gen(function* () {
      const path = yield* folder
      writeTinyModel(path)
      const message = yield* startOf(path)
      assert.include(message, "HEDDLE_EMBEDDINGS_FOLDER needs a package that is not installed.")
      assert.include(message, "npm install --no-save @huggingface/transformers")
      assert.include(message, "HEDDLE_EMBEDDINGS_URL")
    }).pipe(Effect.scoped)
  )
})

describeWith(transformers, "With the package", () => {
  it.live("a model of this machine makes vectors of texts, in batches of any size", () =>
    Effect.gen(function* () {
      const path = yield* folder
      writeTinyModel(path)
      const texts = Array.from({ length: 40 }, (_, index) => ["the cat sleeps", "a dog runs", "snow"][index % 3] ?? "")
      const vectors = yield* Effect.provide(embed(texts), embedderIn(path))
      for (const [index, text] of texts.entries()) {
        const vector = vectors[index] ?? []
        assert.strictEqual(vector.length, tinyDimensions)
        for (const [at, value] of expected(text).entries()) assert.closeTo(vector[at] ?? Number.NaN, value, 1e-5)
      }
    }).pipe(Effect.scoped)
  )

  it.live("another length than the settings ask for is refused", () =>
    Effect.gen(function* () {
      const path = yield* folder
      writeTinyModel(path)
      const failure = yield* Effect.flip(
        Effect.provide(embed(["snow"]), embedderIn(path, { HEDDLE_EMBEDDINGS_DIMENSIONS: "16" }))
      )
      assert.include(failure.message, "8 numbers instead of 16")
    }).pipe(Effect.scoped)
  )

  it.live("a file that is no model stops the start", () =>
    Effect.gen(function* () {
      const path = yield* folder
      writeTinyModel(path)
      writeFileSync(join(path, "onnx/model.onnx"), "no model")
      assert.include(yield* startOf(path), "cannot be read")
    }).pipe(Effect.scoped)
  )
})
