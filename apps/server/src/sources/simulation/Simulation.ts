/** The simulated network as a source. Its output depends only on the options and the `Clock`, which tests can set. */
import { Clock, Effect, Option, Stream } from "effect"
import type { Change } from "../../store/Change.ts"
import { batchesOf, type Source } from "../ingestion/Source.ts"
import { hourMillis } from "../../runtime/Time.ts"
import { liveNetwork } from "./LiveNetwork.ts"
import { makeNetwork, type Network } from "./Slots.ts"
import { pastBatches, pastMillis } from "./Past.ts"
import { makeThinning, type Thinning } from "./Thinning.ts"
import { authorsAt, authorTimes, history, live } from "./Timeline.ts"

export interface SimulationOptions {
  /** Another seed is another network. */
  readonly seed: number
  /** Average over a day, replies included. */
  readonly postsPerMinute: number
  readonly historyHours: number
  readonly authors?: number
  /** The approximate number of past posts emitted at the start. */
  readonly historyPosts?: number
  /** Of the conversations of the past 30 days, the share that is filled in after the start. */
  readonly shareOfPast?: number
}

export const simulationDefaults = {
  seed: 1801,
  postsPerMinute: 30,
  historyHours: 7 * 24,
  authors: 150,
  historyPosts: 3_000,
  // About as many posts a day as the network writes in two hours.
  shareOfPast: 0.1
} satisfies SimulationOptions

const tickMillis = 1_000
/** A longer interval is emitted in parts, to bound memory after a delay. */
const maxLiveMillis = 60_000
/** After a longer pause (a laptop that slept), the history is emitted again, thinned as at a start. */
const maxPauseMillis = hourMillis
const historyPartMillis = hourMillis

type State =
  | { readonly at: "start" }
  | { readonly at: "authors"; readonly thinning: Thinning; readonly times: ReadonlyArray<number> }
  | { readonly at: "history"; readonly thinning: Thinning; readonly after: number }
  | { readonly at: "live"; readonly thinning: Thinning; readonly after: number }

type Step = readonly [ReadonlyArray<Change>, State]

type Settings = Required<SimulationOptions>

const begin = Effect.fnUntraced(function* (settings: Settings): Effect.fn.Return<Step> {
  const thinning = makeThinning(yield* Clock.currentTimeMillis, settings)
  return [[], { at: "authors", thinning, times: authorTimes(thinning, pastMillis / hourMillis) }]
})

const emitHistory = (network: Network, thinning: Thinning, after: number): Step => {
  const until = Math.min(thinning.startMillis, after + historyPartMillis)
  const at = until < thinning.startMillis ? "history" : "live"
  return [history(network, thinning, after, until), { at, thinning, after: until }]
}

const emitLive = Effect.fnUntraced(function* (
  network: Network,
  thinning: Thinning,
  after: number
): Effect.fn.Return<Step> {
  if ((yield* Clock.currentTimeMillis) - after < tickMillis) yield* Effect.sleep(tickMillis)
  const now = yield* Clock.currentTimeMillis
  if (now - after > maxPauseMillis) return [[], { at: "start" }]
  // The clock was set back: wait until it passes the last emitted time.
  if (now <= after) return [[], { at: "live", thinning, after }]
  const until = Math.min(now, after + maxLiveMillis)
  return [live(network, thinning, after, until), { at: "live", thinning, after: until }]
})

const advance = (settings: Settings, network: Network, state: State): Effect.Effect<Step> => {
  switch (state.at) {
    case "start":
      return begin(settings)
    case "authors": {
      const { thinning, times } = state
      const [first, ...rest] = times
      const after = Math.max(0, thinning.startMillis - settings.historyHours * hourMillis)
      return Effect.sync(() =>
        first === undefined
          ? [[], { at: "history", thinning, after }]
          : [authorsAt(network, first), { at: "authors", thinning, times: rest }]
      )
    }
    case "history":
      return Effect.sync(() => emitHistory(network, state.thinning, state.after))
    case "live":
      return emitLive(network, state.thinning, state.after)
  }
}

/** Also its single changes, whose order depends on nothing else. */
export interface Simulation extends Source {
  readonly changes: Stream.Stream<Change>
}

export const makeSimulation = (options: SimulationOptions): Simulation => {
  const settings = { ...simulationDefaults, ...options }
  const network = makeNetwork(settings.seed, settings.postsPerMinute, settings.authors)
  const start: State = { at: "start" }
  const changes = Stream.paginate<State, Change>(start, (state) =>
    Effect.map(advance(settings, network, state), ([step, next]) => [step, Option.some(next)] as const)
  )
  const withPast = (cursor: string | null) =>
    settings.shareOfPast === 0
      ? batchesOf(changes)
      : Stream.merge(batchesOf(changes), pastBatches(network, settings.shareOfPast, cursor))
  return { name: "simulation", live: liveNetwork(network), changes, batches: withPast }
}
