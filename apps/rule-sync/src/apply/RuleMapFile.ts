/** The file of the rule map. It is written before the first call that changes something, so that a killed run loses nothing. */
import { Data, Effect, FileSystem, Schema } from "effect"
import type { Plan } from "../plan/Plan.ts"
import { ruleKey } from "../plan/RuleContent.ts"
import { emptyRuleMap, type PendingRule, RuleMap } from "../plan/RuleMap.ts"

export class RuleMapFailure extends Data.TaggedError("RuleMapFailure")<{ readonly message: string }> {}

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(RuleMap))

/** Empty when there is no file yet. */
export const readRuleMap = Effect.fnUntraced(function* (path: string) {
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

/** Replaces the file as a whole. */
export const writeRuleMap = (path: string, map: RuleMap) =>
  Effect.scoped(
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const { pending = [], ...rest } = map
      const text = JSON.stringify(pending.length === 0 ? rest : { ...rest, pending }, null, 2)
      const next = `${path}.new`
      const file = yield* files.open(next, { flag: "w" })
      yield* file.writeAll(new TextEncoder().encode(`${text}\n`))
      yield* file.sync
      yield* files.rename(next, path)
    })
  ).pipe(
    Effect.mapError(
      ({ reason }) =>
        new RuleMapFailure({
          message: `${path}: the rule map cannot be written (${reason._tag}). Nothing was changed at the API.`
        })
    )
  )

/** The map with the new rules of a plan that replace others. */
export const withPlan = (map: RuleMap, { endpoints }: Plan): RuleMap => {
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
  const replaced = new Set(planned.map(keyOf))
  return { ...map, pending: [...(map.pending ?? []).filter((rule) => !replaced.has(keyOf(rule))), ...planned] }
}
