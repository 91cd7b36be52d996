/**
 * How much the next statement of a long question may ask for, by the time that the one before took: statements stay
 * short however many posts there are, and few where there are few.
 */
import { Clock, Effect } from "effect"

/** What took less may ask for twice as much. A call waits for several statements of others, one for each of its own. */
const targetMillis = 10

const nextSize = (size: number, tookMillis: number): number => {
  if (tookMillis <= targetMillis / 3) return 4 * size
  if (tookMillis <= targetMillis) return 2 * size
  return tookMillis <= 3 * targetMillis ? size : size / 2
}

/** Runs a statement that asked for so much; answers also how much the next one may ask for, at least `least`. */
export const paced = <A, E, R>(size: number, least: number, statement: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const asked = yield* Clock.currentTimeMillis
    const answer = yield* statement
    const took = (yield* Clock.currentTimeMillis) - asked
    return { answer, next: Math.max(least, Math.round(nextSize(size, took))) }
  })
