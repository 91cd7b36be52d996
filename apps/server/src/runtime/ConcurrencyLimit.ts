/**
 * Limits how much of one kind of work runs at once: in all, and for each key, such as an account or the address of a
 * client. What exceeds a limit waits for its turn or is refused, so that one source cannot take what all of them share.
 * `docs/shared-resources.md` lists what is limited.
 */
import { Deferred, type Duration, Effect, type Scope } from "effect"

export interface ConcurrencyLimits {
  /** That run at once, of all keys together. Default: no limit. */
  readonly inAll?: number
  /** That run at once, of one key. */
  readonly perKey: number
  /** That wait, of all keys together. Default: no limit besides that of each key. */
  readonly waitingInAll?: number
  /** That wait, of one key. Default: none waits. */
  readonly waitingPerKey?: number
  /** Whoever has waited this long is refused. Default: nobody, because what runs ends soon. */
  readonly maxWait?: Duration.Input
}

/** Whose limit refuses the work: that of its key, or that of all. */
export type LimitedBy = "key" | "all"

export interface ConcurrencyLimit<Refused> {
  /** Runs the work in its turn. */
  run<A, E, R>(key: string, work: Effect.Effect<A, E, R>): Effect.Effect<A, E | Refused, R>
  /** Waits like `run`; what entered counts as running until the scope closes. */
  enter(key: string): Effect.Effect<void, Refused, Scope.Scope>
  /** Keys in memory: those with something running or waiting. */
  readonly size: Effect.Effect<number>
}

interface Lane {
  readonly key: string
  running: number
  /** First come, first served. A turn that is not in the set any more has its slot. */
  readonly waiting: Set<Turn>
}

interface Turn {
  readonly lane: Lane
  readonly arrival: number
  readonly begun: Deferred.Deferred<void>
}

/** `refusal` makes the error of work that did not start. */
export const makeConcurrencyLimit = <Refused>(
  { inAll = Infinity, perKey, waitingInAll = Infinity, waitingPerKey = 0, maxWait }: ConcurrencyLimits,
  refusal: (by: LimitedBy) => Refused
): ConcurrencyLimit<Refused> => {
  const lanes = new Map<string, Lane>()
  let running = 0
  let waiting = 0
  let arrivals = 0

  const add = (lane: Lane, change: 1 | -1) => {
    lane.running += change
    running += change
  }

  const forget = (lane: Lane) => {
    if (lane.running === 0 && lane.waiting.size === 0) lanes.delete(lane.key)
  }

  /** Whether it was still waiting. */
  const leave = (turn: Turn): boolean => {
    const waited = turn.lane.waiting.delete(turn)
    if (waited) waiting -= 1
    return waited
  }

  /** Of the keys with the fewest running, the turn that came first. */
  const nextOf = (candidates: Iterable<Lane>): Turn | undefined => {
    let best: Turn | undefined
    for (const lane of candidates) {
      const [first] = lane.waiting
      if (first === undefined || lane.running >= perKey) continue
      const isBetter =
        best === undefined ||
        lane.running < best.lane.running ||
        (lane.running === best.lane.running && first.arrival < best.arrival)
      if (isBetter) best = first
    }
    return best
  }

  const release = (lane: Lane) =>
    Effect.sync(() => {
      const wasFull = running >= inAll
      add(lane, -1)
      // Unless all slots were taken, nobody but the next of the same key can be waiting for one.
      const next = nextOf(wasFull ? lanes.values() : [lane])
      if (next !== undefined) {
        leave(next)
        add(next.lane, 1)
        Deferred.doneUnsafe(next.begun, Effect.void)
      }
      forget(lane)
    })

  const laneOf = (key: string): Lane => {
    const lane = lanes.get(key) ?? { key, running: 0, waiting: new Set() }
    lanes.set(key, lane)
    return lane
  }

  const refused = (lane: Lane, by: LimitedBy) =>
    Effect.suspend(() => {
      forget(lane)
      return Effect.fail(refusal(by))
    })

  const acquire = (key: string, restore: <A, E>(wait: Effect.Effect<A, E>) => Effect.Effect<A, E>) =>
    Effect.suspend((): Effect.Effect<Lane, Refused> => {
      const lane = laneOf(key)
      if (lane.running < perKey && running < inAll) {
        add(lane, 1)
        return Effect.succeed(lane)
      }
      const limitedBy = (): LimitedBy => (lane.running >= perKey ? "key" : "all")
      if (lane.waiting.size >= waitingPerKey) return refused(lane, waitingPerKey > 0 ? "key" : limitedBy())
      if (waiting >= waitingInAll) return refused(lane, limitedBy())
      const turn: Turn = { lane, arrival: arrivals++, begun: Deferred.makeUnsafe() }
      lane.waiting.add(turn)
      waiting += 1
      const begun = Deferred.await(turn.begun)
      return restore(maxWait === undefined ? begun : Effect.timeoutOption(begun, maxWait)).pipe(
        // An interrupted turn that has its slot passes it on; a late one uses it.
        Effect.onInterrupt(() => (leave(turn) ? Effect.sync(() => forget(lane)) : release(lane))),
        Effect.flatMap(() => (leave(turn) ? refused(lane, limitedBy()) : Effect.succeed(lane)))
      )
    })

  return {
    run: (key, work) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(acquire(key, restore), (lane) => Effect.ensuring(restore(work), release(lane)))
      ),
    enter: (key) =>
      Effect.uninterruptibleMask((restore) =>
        Effect.flatMap(acquire(key, restore), (lane) => Effect.addFinalizer(() => release(lane)))
      ),
    size: Effect.sync(() => lanes.size)
  }
}
