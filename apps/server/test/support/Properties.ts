/** Properties whose cases are effects. */
import { Effect } from "effect"
import fc from "fast-check"

export const forAll = Effect.fnUntraced(function* <A, E, R>(
  arbitrary: fc.Arbitrary<A>,
  numRuns: number,
  check: (value: A) => Effect.Effect<unknown, E, R>
) {
  const run = Effect.runPromiseWith(yield* Effect.context<R>())
  yield* Effect.promise(() =>
    fc.assert(
      fc.asyncProperty(arbitrary, async (value) => void (await run(check(value)))),
      { numRuns }
    )
  )
})
