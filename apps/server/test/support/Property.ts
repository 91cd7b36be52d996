/**
 * A property of fast-check whose cases are effects.
 *
 * Both databases run the same SQL on the same engine, and both see every test of single examples. Unless HEDDLE_TEST_RUNS
 * asks for a long run, properties therefore try a part of their cases on each.
 */
import { Effect, Option } from "effect"
import fc from "fast-check"
import { isLongRun } from "../../../../test/support/Runs.ts"
import { DatabaseInfo } from "../../src/database/client/DatabaseInfo.ts"

const shareInShortRun = 1 / 5
const fewestCases = 3

const casesOf = (numRuns: number) =>
  Effect.map(Effect.serviceOption(DatabaseInfo), (database) =>
    isLongRun || Option.isNone(database)
      ? numRuns
      : Math.min(numRuns, Math.max(fewestCases, Math.ceil(numRuns * shareInShortRun)))
  )

/** Tries exactly so many cases, for properties of one database. */
export const forEveryCase = Effect.fnUntraced(function* <A, E, R>(
  arbitrary: fc.Arbitrary<A>,
  numRuns: number,
  property: (value: A) => Effect.Effect<unknown, E, R>
) {
  const context = yield* Effect.context<R>()
  const each = fc.asyncProperty(arbitrary, (value) => Effect.runPromiseWith(context)(Effect.asVoid(property(value))))
  yield* Effect.promise(() => fc.assert(each, { numRuns }))
})

/** In a short run a third of the list at each call, the next third at the next: for cases that each ask many questions. */
export const inTurn = <A>(all: ReadonlyArray<A>): (() => ReadonlyArray<A>) => {
  let turn = 0
  return () => {
    turn += 1
    return isLongRun ? all : all.filter((_, index) => index % 3 === turn % 3)
  }
}

export const forEvery = <A, E, R>(
  arbitrary: fc.Arbitrary<A>,
  numRuns: number,
  property: (value: A) => Effect.Effect<unknown, E, R>
) => Effect.flatMap(casesOf(numRuns), (cases) => forEveryCase(arbitrary, cases, property))
