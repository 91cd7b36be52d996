/** The answer of `POST /v1/embeddings`, checked: as many vectors as texts, each in its place, of one length, of finite numbers. */
import { Effect, Option, Schema } from "effect"
import type { Vector } from "./Provider.ts"
import { type EmbedderFailed, failed } from "./EmbedderFailed.ts"

// Declared rather than a Schema.Array: a batch has some hundred thousand numbers.
const Numbers = Schema.declare(
  (value): value is Vector => Array.isArray(value) && value.length > 0 && value.every(Number.isFinite)
)

const Answer = Schema.fromJsonString(
  Schema.Struct({ data: Schema.Array(Schema.Struct({ index: Schema.Int, embedding: Numbers })) })
)

const decode = Schema.decodeOption(Answer)

const isZero = (vector: Vector): boolean => vector.every((value) => value === 0)

export const vectorsIn = (
  body: string,
  texts: number,
  askedDimensions: number | null
): Effect.Effect<ReadonlyArray<Vector>, EmbedderFailed> => {
  const unusable = (detail: string) => Effect.fail(failed("unusable", detail))
  const answer = decode(body)
  if (Option.isNone(answer)) {
    return unusable("its answer is no list of embeddings with finite numbers, each with its index")
  }
  const { data } = answer.value
  const byIndex = new Map(data.map(({ index, embedding }) => [index, embedding]))
  const vectors = Array.from({ length: texts }, (_, index) => byIndex.get(index) ?? [])
  if (data.length !== texts || vectors.some(({ length }) => length === 0)) {
    return unusable(`it answered ${texts} texts with ${data.length} embeddings, or not one for each`)
  }
  const dimensions = askedDimensions ?? vectors[0]?.length ?? 0
  const other = vectors.find(({ length }) => length !== dimensions)
  if (other !== undefined) return unusable(`its embeddings have ${other.length} numbers instead of ${dimensions}`)
  return vectors.some(isZero) ? unusable("an embedding is 0 in every number") : Effect.succeed(vectors)
}
