/** The floor and the peers of the rounds. */
import { Clock, Console, Effect } from "effect"
import { connect } from "../Connection.ts"
import { median as medianOf } from "../Quantiles.ts"
import { changePosts } from "./Changes.ts"
import type { Place } from "./Cases.ts"
import { bruteForce, lowestOf, naiveJoin, preparePeerRules, readPosts, type Sample } from "./Floors.ts"
import { printOther } from "./RoundsReport.ts"
import type { NewRule } from "./RuleSet.ts"
import type { Sizes } from "./Sizes.ts"

const sampled = 2_000
const turn = 0

/** Milliseconds of the floor and the peers for all changed posts, and of the floor for the window. */
export const compare = Effect.fnUntraced(function* (
  { databaseUrl }: Place,
  { changed, turns }: Sizes,
  rules: ReadonlyArray<NewRule>
) {
  const client = yield* connect(databaseUrl)
  yield* preparePeerRules(client, rules)
  const lowest = lowestOf(rules)
  yield* Console.log("")
  const at = new Date(yield* Clock.currentTimeMillis)
  yield* changePosts(changed, turn)
  const sample: Sample = { count: Math.min(changed, sampled), turn, lowest, at }
  const scale = changed / sample.count
  const median = Effect.fnUntraced(function* (name: string, what: Way, by = 1) {
    const seen: Array<Read> = []
    for (let turn = 0; turn < turns; turn += 1) seen.push(yield* what)
    yield* printOther(name, seen, by)
    return { count: seen[0]?.count, millis: by * medianOf(seen.map(({ millis }) => millis)) }
  })
  const read = yield* median("floor: read the changed posts", readPosts(client, at))
  yield* median("floor: read those that reach a threshold", readPosts(client, at, lowest))
  const window = yield* median("floor: read the window", readPosts(client, undefined))
  yield* median("floor: read those that reach a threshold", readPosts(client, undefined, lowest))
  const brute = yield* median("peer: each rule with each changed post", bruteForce(client, rules, sample), scale)
  const join = yield* median("peer: a join in one statement", naiveJoin(client, sample), scale)
  if (join.count !== brute.count) {
    return yield* Effect.die(new Error(`The join finds ${join.count} matches, brute force ${brute.count}`))
  }
  return {
    changes: { floor: read.millis, "brute force": brute.millis, join: join.millis },
    window: { floor: window.millis }
  }
}, Effect.scoped)

interface Read {
  readonly millis: number
  /** Rows or matches. */
  readonly count: number
}

type Way = Effect.Effect<Read>
