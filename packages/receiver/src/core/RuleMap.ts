/**
 * Which rules replaced which. A rule cannot be edited through the API: `heddle-rules` replaces it, and the new rule sends
 * the posts of its window again. By the map, which that tool writes, they are the events of the first rule.
 */
import { withDeadline } from "./Body.ts"
import { failure, ReceiverConfigError } from "./Errors.ts"
import { isIdentifier, isRecord, isTest, type WebhookEvent } from "./Event.ts"

export interface MappedRule {
  /** The id of the first rule of its chain of replacements, which may be its own. */
  readonly first: string
  /** The same for all rules of a chain. */
  readonly name: string | null
}

/** The content of a `rule-map.json`; other fields of it are ignored. */
export interface RuleMap {
  readonly format: string
  readonly version: number
  readonly rules: Readonly<Record<string, MappedRule>>
}

/** A function is called for each event, so it should keep what it has read. */
export type RuleMapOption = RuleMap | (() => RuleMap | Promise<RuleMap>)

const format = "heddle-rules/rule-map"

function findMapProblem(map: unknown): string | null {
  if (!isRecord(map) || map["format"] !== format) return `must be the parsed content of a file of format ${format}`
  if (map["version"] !== 1) return "has a version other than 1: update @heddle/receiver"
  const { rules } = map
  if (!isRecord(rules)) return "must have an object in rules"
  for (const [id, rule] of Object.entries(rules)) {
    const at = `rules[${JSON.stringify(id)}]`
    if (!isRecord(rule)) return `must have an object in ${at}`
    const { first, name } = rule
    if (!isIdentifier(first)) return `must have the id of a rule in ${at}.first`
    if (name !== null && typeof name !== "string") return `must have a string or null in ${at}.name`
    const own = Object.hasOwn(rules, first) ? rules[first] : undefined
    if (isRecord(own) && own["first"] !== first) return `must have the first rule of the whole chain in ${at}.first`
  }
  return null
}

const isRuleMap = (map: unknown): map is RuleMap => findMapProblem(map) === null

function checkRuleMap(map: unknown): RuleMap {
  if (isRuleMap(map)) return map
  const problem = findMapProblem(map) ?? "is not valid"
  throw new ReceiverConfigError(
    "invalid_option",
    `ruleMap ${problem}. Parse the rule-map.json that heddle-rules wrote.`
  )
}

/** What the map says of a rule that it does not have: it replaced none, and nobody named it. */
const unmapped = ({ rule }: WebhookEvent): MappedRule => ({ first: rule.id, name: null })

function lookUp({ rules }: RuleMap, event: WebhookEvent): MappedRule {
  return (Object.hasOwn(rules, event.rule.id) ? rules[event.rule.id] : undefined) ?? unmapped(event)
}

export type FindRule = (event: WebhookEvent) => MappedRule | Promise<MappedRule>

function finder(option: RuleMapOption, timeoutMs: number): FindRule {
  if (typeof option !== "function") {
    const map = checkRuleMap(option)
    return (event) => lookUp(map, event)
  }
  // A map has an entry for each rule that ever was; one that is the same object is checked once.
  let checked: RuleMap | undefined
  const late = () => new Error(`It did not answer within ${timeoutMs / 1000} s.`)
  return async (event) => {
    try {
      const map = await withDeadline(Promise.resolve().then(option), timeoutMs, late)
      if (map !== checked) checked = checkRuleMap(map)
      return lookUp(map, event)
    } catch (cause) {
      throw failure("rule_map_failed", "The map of rules could not be read.", { cause })
    }
  }
}

/** How to find the rule of an event. Before anything is claimed: a map that fails leaves the event to its next delivery. */
export function ruleFinder(option: RuleMapOption | undefined, timeoutMs: number): FindRule {
  if (option === undefined) return unmapped
  const find = finder(option, timeoutMs)
  return (event) => (isTest(event) ? unmapped(event) : find(event))
}
