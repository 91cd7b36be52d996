/** The rounds of one set of customers on PostgreSQL, in a process of their own. */
import { Effect, Option } from "effect"
import { join } from "node:path"
import { startChild } from "../Child.ts"
import { changePosts, releaseShards, wholeWindows } from "./Changes.ts"
import type { MeasuredRound, RoundRequest } from "./RoundProcess.ts"

export interface Place {
  readonly databaseUrl: string
  readonly profileDir: Option.Option<string>
}

const isRound = (value: unknown): value is MeasuredRound =>
  typeof value === "object" && value !== null && "millis" in value

/** A new process, which has no index of rules yet; the one before has ended. */
export const startRounds = Effect.fnUntraced(function* ({ databaseUrl, profileDir }: Place) {
  yield* releaseShards
  const { ask } = yield* startChild<RoundRequest, MeasuredRound>("./rounds/RoundProcess.ts", isRound, databaseUrl)
  /** Named for its profile. */
  return Effect.fnUntraced(function* (name: string) {
    const profile = Option.getOrUndefined(Option.map(profileDir, (folder) => join(folder, `${name}.cpuprofile`)))
    return yield* Effect.promise(() => ask({ profile }))
  })
})

export type RunRound = Effect.Success<ReturnType<typeof startRounds>>

/** Rounds after as many changed posts each. A round reads the changes of the one before once more. */
export const changedRounds = Effect.fnUntraced(function* (
  run: RunRound,
  name: string,
  { count, turns, from }: { readonly count: number; readonly turns: number; readonly from: number }
) {
  const rounds: Array<MeasuredRound> = []
  for (let turn = 0; turn <= turns; turn += 1) {
    yield* changePosts(count, from + turn)
    rounds.push(yield* run(`${name}-${turn}`))
  }
  // The first one had no changes of a round before to read.
  return rounds.slice(1)
})

export const idleRounds = Effect.fnUntraced(function* (run: RunRound, name: string, turns: number) {
  // Until the changes of earlier rounds are behind.
  yield* run(`${name}-warm-up-1`)
  yield* run(`${name}-warm-up-2`)
  return yield* Effect.forEach(Array.from({ length: turns }), (_, turn) => run(`${name}-${turn}`))
})

export const wholeWindow = Effect.fnUntraced(function* (run: RunRound, name: string) {
  yield* wholeWindows
  return yield* run(name)
})
