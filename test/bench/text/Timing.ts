import { Clock, Effect } from "effect"

const warmUps = 3

/**
 * Microseconds that one item takes: the fastest of `rounds` passes over all of them. What else the machine does can only
 * add to it.
 */
export const microseconds = Effect.fnUntraced(function* <A>(
  items: ReadonlyArray<A>,
  rounds: number,
  work: (item: A) => unknown
) {
  let fastest = Number.POSITIVE_INFINITY
  // What the work gives is looked at, so that it is not optimised away.
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
