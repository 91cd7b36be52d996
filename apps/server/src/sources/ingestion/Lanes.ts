/**
 * Changes that can be written at once: what concerns the same post, author or name is in one lane, in its order. Pure.
 */
import { nameKey } from "../../store/authors/NameState.ts"
import { authorIdOf, type Change } from "../../store/Change.ts"

const keysOf = (change: Change): ReadonlyArray<string> => {
  if (change.type === "delete") return [`post ${change.code}`]
  const { username } = change
  return [
    ...(change.type === "post" ? [`post ${change.code}`] : []),
    `author ${authorIdOf(change)}`,
    ...(username === null ? [] : [`name ${nameKey(username)}`])
  ]
}

export interface Laned {
  readonly lanes: ReadonlyArray<ReadonlyArray<Change>>
  /** What has to wait for all lanes, because its first change concerns several. */
  readonly rest: ReadonlyArray<Change>
}

const smallest = (lanes: ReadonlyArray<ReadonlyArray<Change>>): number =>
  lanes.reduce((least, lane, index) => (lane.length < (lanes[least]?.length ?? 0) ? index : least), 0)

/**
 * Into at most so many lanes. Where the first `fewest` changes do not fit into lanes, they are a lane of their own:
 * changes of the same few authors and posts are written as fast as without lanes.
 */
export const inLanes = (changes: ReadonlyArray<Change>, count: number, fewest: number): Laned => {
  const lanes = Array.from({ length: count }, (): Array<Change> => [])
  const laneOf = new Map<string, number>()
  for (const [index, change] of changes.entries()) {
    const keys = keysOf(change)
    const [lane = smallest(lanes), ...others] = new Set(keys.flatMap((key) => laneOf.get(key) ?? []))
    if (others.length > 0) {
      return index < fewest
        ? { lanes: [changes.slice(0, fewest)], rest: changes.slice(fewest) }
        : { lanes, rest: changes.slice(index) }
    }
    for (const key of keys) laneOf.set(key, lane)
    lanes[lane]?.push(change)
  }
  return { lanes, rest: [] }
}
