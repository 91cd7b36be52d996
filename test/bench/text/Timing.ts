import { Clock, Effect } from "effect"

const warmUps = 3

/**
 * Microseconds per item: the fastest of `rounds` passes over all items, because other load on the machine only adds
 * time.
 */
export const microseconds = Effect.fnUntraced(function* <A>(
  items: ReadonlyArray<A>,
  rounds: number,
  work: (item: A) => unknown
) {
  let fastest = Number.POSITIVE_INFINITY
  // Uses the results, so that the work is not optimized away.
  let seen = 0
  for (let pass = -warmUps; pass < rounds; pass += 1) {
    const started = yield* Clock.currentTimeNanos
    for (const item of items) if (work(item) !== undefined) seen += 1
    const nanos = Number((yield* Clock.currentTimeNanos) - started)
    if (pass >= 0) fastest = Math.min(fastest, nanos / 1_000 / items.length)
  }
  if (seen === 0 && items.length > 0) yield* Effect.die(new Error("The work gave nothing"))
  return fastest
})
