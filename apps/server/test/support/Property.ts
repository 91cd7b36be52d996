/** A property of fast-check whose cases are effects. */
import { Effect } from "effect"
import fc from "fast-check"

export const forEvery = <A, E, R>(
  arbitrary: fc.Arbitrary<A>,
  numRuns: number,
  property: (value: A) => Effect.Effect<unknown, E, R>
) =>
  Effect.flatMap(Effect.context<R>(), (context) =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(arbitrary, (value) => Effect.runPromiseWith(context)(Effect.asVoid(property(value)))),
        { numRuns }
      )
    )
  )
