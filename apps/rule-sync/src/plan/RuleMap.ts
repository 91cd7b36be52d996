/**
 * What the tool remembers between runs (`--rule-map`): which rules are later forms of one rule, so that the receiver runs a
 * handler once for a post that both send, and which rules are still to be created. A lost map costs posts that are sent
 * again, never a rule. Pure.
 */
import { Duration, Schema } from "effect"
import type { Actual } from "./Actual.ts"
import type { Desired } from "./Desired.ts"
import { ruleKey, urlKey } from "./RuleContent.ts"

const KnownRule = Schema.Struct({
  /** The id of the first rule of which this one is a later form; its own id in the beginning. */
  first: Schema.String,
  name: Schema.NullOr(Schema.String),
  /** When it was seen to be deleted. */
  retiredAt: Schema.optionalKey(Schema.String)
})

/** A rule that was to be created: whether it was, the list of the API says. */
const PendingRule = Schema.Struct({
  endpointId: Schema.String,
  contentKey: Schema.String,
  first: Schema.String,
  name: Schema.NullOr(Schema.String),
  /** A deferred handover: not to be created before. */
  notBefore: Schema.optionalKey(Schema.String)
})
export type PendingRule = typeof PendingRule.Type

/** The file. Its `rules` are for the receiver. */
export const RuleMap = Schema.Struct({
  format: Schema.Literal("heddle-rules/rule-map"),
  version: Schema.Literal(1),
  rules: Schema.Record(Schema.String, KnownRule),
  pending: Schema.optionalKey(Schema.Array(PendingRule))
})
export type RuleMap = typeof RuleMap.Type

export const emptyRuleMap: RuleMap = { format: "heddle-rules/rule-map", version: 1, rules: {} }

/** Longer than any post of a window is sent again, and than any receiver remembers. */
const retiredFor = Duration.days(14)

export const pendingOf = ({ pending = [] }: RuleMap, endpointId: string, contentKey: string): PendingRule | undefined =>
  pending.find((rule) => rule.endpointId === endpointId && rule.contentKey === contentKey)

/** The map after a look at the API: rules that are new get their predecessor, rules that are gone are retired. */
export const withActual = (map: RuleMap, actual: Actual, now: Date): RuleMap => {
  const there = new Set<string>(actual.flatMap(({ rules }) => rules.map(({ id }) => id)))
  const waiting = new Set(map.pending ?? [])
  const rules: Record<string, RuleMap["rules"][string]> = {}
  for (const [id, known] of Object.entries(map.rules)) {
    const retiredAt = known.retiredAt ?? now.toISOString()
    if (there.has(id)) rules[id] = { first: known.first, name: known.name }
    else if (Date.parse(retiredAt) > now.getTime() - Duration.toMillis(retiredFor)) rules[id] = { ...known, retiredAt }
  }
  for (const endpoint of actual) {
    for (const { id, content } of endpoint.rules) {
      if (rules[id] !== undefined) continue
      const pending = pendingOf({ ...map, pending: [...waiting] }, endpoint.id, ruleKey(content))
      if (pending !== undefined) waiting.delete(pending)
      rules[id] = { first: pending?.first ?? id, name: pending?.name ?? null }
    }
  }
  return { ...map, rules, pending: [...waiting] }
}

/** The map with the names of the files, and without pending rules that no file has any longer. */
export const withDesired = (map: RuleMap, { endpoints }: Desired, actual: Actual): RuleMap => {
  const rules = { ...map.rules }
  const wanted = new Set<string>()
  for (const { url, rules: desired } of endpoints) {
    const key = urlKey(url)
    const names = new Map(desired.map(({ name, content }) => [ruleKey(content), name]))
    for (const { id: endpointId, rules: there } of actual.filter((endpoint) => urlKey(endpoint.url) === key)) {
      for (const contentKey of names.keys()) wanted.add(`${endpointId} ${contentKey}`)
      for (const { id, content } of there) {
        const known = rules[id]
        const name = names.get(ruleKey(content))
        if (known !== undefined && name !== undefined) rules[id] = { ...known, name }
      }
    }
  }
  const pending = (map.pending ?? []).filter(({ endpointId, contentKey }) => wanted.has(`${endpointId} ${contentKey}`))
  return { ...map, rules, pending }
}
