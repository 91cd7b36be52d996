/** The floor and the peers of the rounds. */
import { Console, Effect } from "effect"
import { connect } from "../api/Services.ts"
import type { Figure } from "../Report.ts"
import { changePosts } from "./Changes.ts"
import type { Place } from "./Cases.ts"
import { bruteForce, naiveJoin, preparePeerRules, readPosts } from "./Floors.ts"
import { printOther } from "./RoundsReport.ts"
import type { NewRule } from "./RuleSet.ts"
import type { Sizes } from "./Sizes.ts"

const sampled = 500
const turn = 0

/** In milliseconds for all changed posts. */
export const compare = Effect.fnUntraced(function* (
  { databaseUrl }: Place,
  sizes: Sizes,
  rules: ReadonlyArray<NewRule>
) {
  const client = yield* connect(databaseUrl)
  yield* preparePeerRules(client, rules)
  const scale = sizes.changed / sampled
  yield* Console.log("")
  const since = new Date(Date.now() - 1)
  yield* changePosts(sizes.changed, turn)
  const read = yield* readPosts(client, since)
  yield* printOther("floor: read changed posts", read.millis, `${read.count} rows, one statement`)
  const window = yield* readPosts(client, undefined)
  yield* printOther("floor: read the window", window.millis, `${window.count} rows, one statement`)
  const brute = yield* bruteForce(client, rules, sampled, turn)
  yield* printOther(
    "peer: every rule with every changed post",
    brute.millis * scale,
    `measured ${Math.round(brute.millis)} ms for ${sampled} posts, ${brute.count} matches`
  )
  const join = yield* naiveJoin(client, sampled, turn)
  yield* printOther(
    "peer: join in one statement",
    join.millis * scale,
    `measured ${Math.round(join.millis)} ms for ${sampled} posts, ${join.count} matches`
  )
  const figures: ReadonlyArray<Figure> = []
  return figures
}, Effect.scoped)
