/**
 * Plans and applies with what the tool remembers between runs. The file is written before the first call that changes
 * something, so that a killed run loses nothing.
 */
import { Clock, Data, Effect, FileSystem, Schema } from "effect"
import { replaceFile } from "../files/ReplaceFile.ts"
import type { Desired } from "../plan/Desired.ts"
import { plan, type Plan } from "../plan/Plan.ts"
import { ruleKey } from "../plan/RuleContent.ts"
import { emptyRuleMap, type PendingRule, RuleMap, withActual, withDesired } from "../plan/RuleMap.ts"
import { apply, type Report } from "./Apply.ts"
import { Webhooks } from "./Webhooks.ts"

export class RuleMapFailure extends Data.TaggedError("RuleMapFailure")<{ readonly message: string }> {}

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(RuleMap))

/** Empty when there is no file yet. */
const readRuleMap = Effect.fnUntraced(function* (path: string) {
  const files = yield* FileSystem.FileSystem
  const text = yield* files
    .readFileString(path)
    .pipe(
      Effect.catch(({ reason }) =>
        reason._tag === "NotFound"
          ? Effect.succeed(null)
          : Effect.fail(new RuleMapFailure({ message: `${path}: the rule map cannot be read (${reason._tag}).` }))
      )
    )
  if (text === null) return emptyRuleMap
  return yield* decode(text).pipe(
    Effect.mapError(
      () =>
        new RuleMapFailure({
          message: `${path}: not a rule map. Give the file that heddle-rules wrote, or another path to begin a new one.`
        })
    )
  )
})

/** `next` is what to do when that fails. */
const writeRuleMap = (path: string, { pending = [], ...rest }: RuleMap, next: string) =>
  replaceFile(path, `${JSON.stringify(pending.length === 0 ? rest : { ...rest, pending }, null, 2)}\n`).pipe(
    Effect.mapError(
      ({ reason }) =>
        new RuleMapFailure({ message: `${path}: the rule map cannot be written (${reason._tag}). ${next}` })
    )
  )

/** The map with the new rules of a plan that replace others. */
const withPlan = (map: RuleMap, { endpoints }: Plan): RuleMap => {
  const planned = endpoints.flatMap(({ id, replacements }): ReadonlyArray<PendingRule> =>
    id === null
      ? []
      : replacements.map(({ before, after, createsAt }) => ({
          endpointId: id,
          contentKey: ruleKey(after.content),
          first: map.rules[before.id]?.first ?? before.id,
          name: after.name,
          ...(createsAt === null ? {} : { notBefore: createsAt.toISOString() })
        }))
  )
  const keyOf = ({ endpointId, contentKey }: PendingRule) => `${endpointId} ${contentKey}`
  const replaced = new Set(planned.flatMap((rule) => [keyOf(rule), rule.first]))
  const kept = (map.pending ?? []).filter((rule) => !replaced.has(keyOf(rule)) && !replaced.has(rule.first))
  return { ...map, pending: [...kept, ...planned] }
}

const look = Effect.gen(function* () {
  const actual = yield* (yield* Webhooks).list
  return { actual, now: new Date(yield* Clock.currentTimeMillis) }
})

export interface Planned {
  readonly desired: Desired
  readonly plan: Plan
  readonly map: RuleMap
}

/** Plans against the current state of the API. `ruleMap`: the path of the file, or null. */
export const planNow = Effect.fnUntraced(function* (desired: Desired, ruleMap: string | null) {
  const remembered = ruleMap === null ? emptyRuleMap : yield* readRuleMap(ruleMap)
  const { actual, now } = yield* look
  const map = withActual(remembered, actual, now)
  return { desired, plan: plan(desired, actual, { map, now }), map } satisfies Planned
})

/** Applies the plan, and remembers what replaced what. */
export const applyNow = Effect.fnUntraced(function* (planned: Planned, ruleMap: string | null, report: Report) {
  const intended = withPlan(planned.map, planned.plan)
  if (ruleMap !== null) yield* writeRuleMap(ruleMap, intended, "Nothing was changed at the API.")
  yield* apply(planned.plan, report)
  if (ruleMap === null) return
  const { actual, now } = yield* look
  const settled = withDesired(withActual(intended, actual, now), planned.desired, actual)
  yield* writeRuleMap(ruleMap, settled, "The rules are applied; run apply again to write it.")
})
