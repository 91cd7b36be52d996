/** The API calls of a plan, in order. */
import type { DesiredRule } from "./Desired.ts"
import type { Excess } from "./Multiset.ts"
import type { EndpointPlan } from "./Plan.ts"

export interface CreateStep {
  readonly kind: "create"
  readonly rule: DesiredRule
  /** The step that deletes the rule that this one replaces. */
  readonly before: DeleteStep | null
}

export interface DeleteStep {
  readonly kind: "delete"
  readonly rule: Excess
  readonly replacedBy: DesiredRule | null
}

export type RuleStep = CreateStep | DeleteStep

const deleteStep = (rule: Excess, replacedBy: DesiredRule | null): DeleteStep => ({ kind: "delete", rule, replacedBy })

/**
 * Creates each new rule before it deletes the old one, so that a failed create never leaves a gap. Where the API has no
 * room for both, `apply` takes the deletes first.
 */
export const ruleSteps = ({ creates, replacements, deletes }: EndpointPlan): ReadonlyArray<RuleStep> => [
  ...creates.map((rule): CreateStep => ({ kind: "create", rule, before: null })),
  ...replacements.flatMap(({ before, after, createsAt }): ReadonlyArray<RuleStep> => {
    const remove = deleteStep(before, after)
    return createsAt === null ? [{ kind: "create", rule: after, before: remove }, remove] : [remove]
  }),
  ...deletes.map((rule) => deleteStep(rule, null))
]
