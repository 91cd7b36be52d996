/** The floor and the peers of the rounds. */
import { Clock, Console, Effect } from "effect"
import { connect } from "../api/Services.ts"
import { changePosts } from "./Changes.ts"
import type { Place } from "./Cases.ts"
import { bruteForce, naiveJoin, preparePeerRules, readPosts } from "./Floors.ts"
import { printOther } from "./RoundsReport.ts"
import type { NewRule } from "./RuleSet.ts"
import type { Sizes } from "./Sizes.ts"

const sampled = 500
const turn = 0

/** Milliseconds for all changed posts, and for the window. */
export const compare = Effect.fnUntraced(function* (
  { databaseUrl }: Place,
  sizes: Sizes,
  rules: ReadonlyArray<NewRule>
) {
  const client = yield* connect(databaseUrl)
  yield* preparePeerRules(client, rules)
  const scale = sizes.changed / sampled
  yield* Console.log("")
  const since = new Date(yield* Clock.currentTimeMillis)
  yield* changePosts(sizes.changed, turn)
  const read = yield* readPosts(client, since)
  yield* printOther("floor: read the changed posts", read.millis, `${read.count} rows, one statement`)
  const window = yield* readPosts(client, undefined)
  yield* printOther("floor: read the window", window.millis, `${window.count} rows, one statement`)
  const brute = yield* bruteForce(client, rules, sampled, turn)
  const measured = (part: { readonly millis: number; readonly count: number }) =>
    `measured ${Math.round(part.millis)} ms for ${sampled} posts (${part.count} matches), and scaled`
  yield* printOther("peer: each rule with each changed post", brute.millis * scale, measured(brute))
  const join = yield* naiveJoin(client, rules, sampled, turn)
  yield* printOther("peer: a join in one statement", join.millis * scale, measured(join))
  if (join.count !== brute.count) {
    return yield* Effect.die(new Error(`The join finds ${join.count} matches, brute force ${brute.count}`))
  }
  return {
    changes: { floor: read.millis, "brute force": brute.millis * scale, join: join.millis * scale },
    window: { floor: window.millis }
  }
}, Effect.scoped)
