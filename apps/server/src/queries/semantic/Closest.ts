/** The closest of many posts. Pure. */
import { compareCodes } from "../../store/posts/PostsByCode.ts"
import type { Near } from "./Engine.ts"

const compareNear = (one: Near, other: Near): number =>
  other.score - one.score || other.postedAt.getTime() - one.postedAt.getTime() || compareCodes(one.code, other.code)

/** Sorting costs, so it waits for more than are wanted. */
const unsorted = 500

export const makeClosest = (count: number) => {
  let kept = new Map<string, Near>()
  let least = 0

  const closest = (): ReadonlyArray<Near> => [...kept.values()].toSorted(compareNear).slice(0, count)

  const add = (near: Near): void => {
    kept.set(near.code, near)
    if (kept.size < 2 * count + unsorted) return
    const first = closest()
    kept = new Map(first.map((one) => [one.code, one]))
    least = first.at(-1)?.score ?? 0
  }

  return {
    add,
    closest,
    /** A lower score cannot be among the closest. */
    least: () => least,
    isFull: () => kept.size >= count
  }
}
