/**
 * A folder with a model of a few words, made here: the vector of a text is the mean of those of its words. Its file is
 * ONNX, written field by field (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto).
 */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const varint = (value: number): Buffer => {
  const bytes: Array<number> = []
  let rest = value
  do {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
    rest >>>= 7
  } while (rest > 0)
  return Buffer.from(bytes)
}

const int = (field: number, value: number): Buffer => Buffer.concat([varint(field << 3), varint(value)])

const bytes = (field: number, content: Buffer | string): Buffer => {
  const data = Buffer.from(content)
  return Buffer.concat([varint((field << 3) | 2), varint(data.length), data])
}

const message = (...fields: ReadonlyArray<Buffer>): Buffer => Buffer.concat(fields)

const elementTypes = { float: 1, int64: 7 }

/** A tensor whose dimensions are named or known. */
const tensorInfo = (name: string, type: keyof typeof elementTypes, shape: ReadonlyArray<string | number>) => {
  const dims = shape.map((size) => bytes(1, typeof size === "number" ? int(1, size) : bytes(2, size)))
  return message(bytes(1, name), bytes(2, bytes(1, message(int(1, elementTypes[type]), bytes(2, message(...dims))))))
}

export const tinyWords = ["[PAD]", "[UNK]", "cat", "dog", "runs", "sleeps", "the", "a", "snow", "rain"]
export const tinyDimensions = 8

/** The vector of each word. */
export const tinyTable: ReadonlyArray<ReadonlyArray<number>> = tinyWords.map((_, word) =>
  Array.from({ length: tinyDimensions }, (_, at) => Math.sin((word * tinyDimensions + at) * 1.7))
)

const onnx = (): Buffer => {
  const table = Buffer.from(new Float32Array(tinyTable.flat()).buffer)
  const weights = message(
    int(1, tinyWords.length),
    int(1, tinyDimensions),
    int(2, elementTypes.float),
    bytes(8, "table"),
    bytes(9, table)
  )
  const gather = message(bytes(1, "table"), bytes(1, "input_ids"), bytes(2, "last_hidden_state"), bytes(4, "Gather"))
  const graph = message(
    bytes(1, gather),
    bytes(2, "tiny"),
    bytes(5, weights),
    bytes(11, tensorInfo("input_ids", "int64", ["texts", "words"])),
    bytes(11, tensorInfo("attention_mask", "int64", ["texts", "words"])),
    bytes(12, tensorInfo("last_hidden_state", "float", ["texts", "words", tinyDimensions]))
  )
  const irVersion = 8
  const opset = bytes(8, int(2, 13))
  return message(int(1, irVersion), bytes(7, graph), opset)
}

const special = (id: number, content: string) => ({
  id,
  content,
  single_word: false,
  lstrip: false,
  rstrip: false,
  normalized: false,
  special: true
})

const tokenizer = {
  version: "1.0",
  truncation: null,
  padding: null,
  added_tokens: [special(0, "[PAD]"), special(1, "[UNK]")],
  normalizer: { type: "Lowercase" },
  pre_tokenizer: { type: "Whitespace" },
  post_processor: null,
  decoder: null,
  model: {
    type: "WordLevel",
    vocab: Object.fromEntries(tinyWords.map((word, index) => [word, index])),
    unk_token: "[UNK]"
  }
}

export const writeTinyModel = (folder: string): void => {
  const write = (name: string, content: object) => writeFileSync(join(folder, name), JSON.stringify(content))
  mkdirSync(join(folder, "onnx"), { recursive: true })
  writeFileSync(join(folder, "onnx/model.onnx"), onnx())
  write("config.json", { model_type: "bert", vocab_size: tinyWords.length, hidden_size: tinyDimensions })
  write("tokenizer.json", tokenizer)
  write("tokenizer_config.json", { pad_token: "[PAD]", unk_token: "[UNK]", model_max_length: 512 })
}
