/** Concurrent callers that repeat one call for a fixed time, and their measurements. */
import type { AccountId } from "@heddle/api"
import { Clock, Effect, Schema } from "effect"
import { microsOfFamily } from "../Cpu.ts"
import { median, quantile } from "../Quantiles.ts"
import type { Call } from "./Calls.ts"

export const Load = Schema.Struct({
  /** Calls per second after the warm-up. */
  rate: Schema.Finite,
  /** Milliseconds per call. */
  p50: Schema.Finite,
  p99: Schema.Finite,
  /** Milliseconds of the two halves of a call. */
  holdP99: Schema.Finite,
  settleP99: Schema.Finite,
  /** Microseconds of CPU per call, of the callers' processes and of the database server. */
  processMicros: Schema.Finite,
  serverMicros: Schema.Finite
})
export type Load = typeof Load.Type

const warmUpMillis = 500

const combined = (loads: ReadonlyArray<Load>, combine: (values: ReadonlyArray<number>) => number): Load => ({
  rate: combine(loads.map(({ rate }) => rate)),
  p50: combine(loads.map(({ p50 }) => p50)),
  p99: combine(loads.map(({ p99 }) => p99)),
  holdP99: combine(loads.map(({ holdP99 }) => holdP99)),
  settleP99: combine(loads.map(({ settleP99 }) => settleP99)),
  processMicros: combine(loads.map(({ processMicros }) => processMicros)),
  serverMicros: combine(loads.map(({ serverMicros }) => serverMicros))
})

/** The median of each figure over several loads. */
export const medians = (loads: ReadonlyArray<Load>): Load => combined(loads, median)

/** Of processes that ran at the same time: the sum of the rates and the worst durations. */
export const together = (loads: ReadonlyArray<Load>): Load => {
  const rate = loads.reduce((sum, load) => sum + load.rate, 0)
  return {
    ...combined(loads, (values) => Math.max(...values)),
    rate,
    processMicros: loads.reduce((sum, load) => sum + load.processMicros * load.rate, 0) / rate,
    // Each process measured all of the server.
    serverMicros: loads.reduce((sum, load) => sum + load.serverMicros * load.rate, 0) / loads.length / rate
  }
}

const p99 = (durations: ReadonlyArray<number>): number =>
  quantile(
    durations.toSorted((a, b) => a - b),
    0.99
  )

/** Runs `callers` fibers that repeat `call` for `seconds` after a warm-up, each time for the account of caller and round. */
export const load = Effect.fnUntraced(function* (
  options: { readonly callers: number; readonly seconds: number; readonly postmaster: number },
  call: Call,
  account: (caller: number, round: number) => AccountId
) {
  const clock = yield* Clock.Clock
  const millis = () => Number(clock.currentTimeNanosUnsafe()) / 1e6
  const cpu = () => {
    const { user, system } = process.cpuUsage()
    return { process: user + system, server: microsOfFamily(options.postmaster) }
  }
  const from = millis() + warmUpMillis
  const until = from + options.seconds * 1000
  const durations: Array<number> = []
  const holds: Array<number> = []
  const settlements: Array<number> = []
  let before = cpu()
  const caller = Effect.fnUntraced(function* (index: number) {
    for (let round = 0; millis() < until; round += 1) {
      const started = millis()
      const accountId = account(index, round)
      const id = yield* call.hold(accountId)
      const held = millis()
      yield* call.settle(accountId, id)
      if (started < from) continue
      const ended = millis()
      if (durations.length === 0) before = cpu()
      durations.push(ended - started)
      holds.push(held - started)
      settlements.push(ended - held)
    }
  })
  yield* Effect.forEach(
    Array.from({ length: options.callers }, (_, index) => index),
    caller,
    { concurrency: "unbounded", discard: true }
  )
  const after = cpu()
  const sorted = durations.toSorted((a, b) => a - b)
  return {
    rate: sorted.length / options.seconds,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    holdP99: p99(holds),
    settleP99: p99(settlements),
    processMicros: (after.process - before.process) / sorted.length,
    serverMicros: (after.server - before.server) / sorted.length
  } satisfies Load
})
