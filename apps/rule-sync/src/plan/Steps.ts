/** The calls of a plan, in order. */
import type { DesiredRule } from "./Desired.ts"
import type { Excess } from "./Multiset.ts"
import type { EndpointPlan } from "./Plan.ts"

export type RuleStep =
  | { readonly kind: "create"; readonly rule: DesiredRule; readonly replaces: string | null }
  | { readonly kind: "delete"; readonly rule: Excess; readonly replacedBy: DesiredRule | null }

/** The service's own default (decisions, 5). An account whose limit differs still converges, over several runs. */
export const maxRulesPerEndpoint = 1_000

/**
 * The new rule is created before the old one goes, so that a refused create never leaves a gap; only where there is
 * no room for both, the old ones go first.
 */
export const ruleSteps = (endpoint: EndpointPlan): ReadonlyArray<RuleStep> => {
  const creates = endpoint.creates.map((rule): RuleStep => ({ kind: "create", rule, replaces: null }))
  const deletes = endpoint.deletes.map((rule): RuleStep => ({ kind: "delete", rule, replacedBy: null }))
  const replacing = endpoint.replacements.map(({ before, after }): [RuleStep, RuleStep] => [
    { kind: "create", rule: after, replaces: before.id },
    { kind: "delete", rule: before, replacedBy: after }
  ])
  const peak = endpoint.rulesBefore + creates.length + Math.min(replacing.length, 1)
  return peak > maxRulesPerEndpoint
    ? [...deletes, ...replacing.flatMap(([create, remove]) => [remove, create]), ...creates]
    : [...creates, ...replacing.flat(), ...deletes]
}
