import { Clock, Effect } from "effect"

export interface Way {
  readonly name: string
  readonly items: number
  /** Does the work for all items once and returns the number of results. */
  readonly pass: () => number
}

const warmUps = 2

/**
 * Items a second of each way in its fastest pass. The ways take turns, so that other load on the machine affects all
 * alike; the fastest pass counts, because such load only adds time.
 */
export const ratesInTurns = Effect.fnUntraced(function* (ways: ReadonlyArray<Way>, passes: number) {
  const nanos = new Map<string, number>()
  let results = 0
  for (let pass = -warmUps; pass < passes; pass += 1) {
    for (const way of ways) {
      // A way that tries each keyword needs no compiled code but takes long.
      if (pass < 0 && way.items < 100) continue
      const started = yield* Clock.currentTimeNanos
      results += way.pass()
      const taken = Number((yield* Clock.currentTimeNanos) - started)
      if (pass >= 0) nanos.set(way.name, Math.min(nanos.get(way.name) ?? Infinity, taken))
    }
  }
  if (results === 0) yield* Effect.die(new Error("No way found anything"))
  return new Map(ways.map(({ name, items }) => [name, (items * 1e9) / (nanos.get(name) ?? Infinity)]))
})
