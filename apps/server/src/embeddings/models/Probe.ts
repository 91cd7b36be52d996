/**
 * Every request for vectors has one text more, which is always the same. Its vector tells which model answered: servers
 * ignore the name they are asked for, and what a name means changes with the server. A model gives the text almost the same
 * vector every time, whatever else the batch has; another model gives it another one.
 */
import type { Vector } from "../providers/Provider.ts"

export const probeText = "The harbour café opens at half past six. 港口咖啡店六點半開門。"

/** Far above the noise of half precision and of other batch sizes, far below the distance of two models. */
const minSimilarity = 0.98

/** The vector with length 1. */
export const unitOf = (vector: Vector): Vector => {
  const length = Math.sqrt(dot(vector, vector))
  return vector.map((value) => value / length)
}

const dot = (one: Vector, other: Vector): number => {
  let sum = 0
  for (const [index, value] of one.entries()) sum += value * (other[index] ?? 0)
  return sum
}

/** Whether two vectors of the probe, both of length 1, come from one model. */
export const isSameModel = (one: Vector, other: Vector): boolean =>
  one.length === other.length && dot(one, other) >= minSimilarity
