/** The API as a pure function, for plans. */
import { EndpointId, RuleId } from "@heddle/api"
import type { Actual } from "../../src/plan/Actual.ts"
import type { Desired } from "../../src/plan/Desired.ts"
import type { EndpointPlan, Plan } from "../../src/plan/Plan.ts"
import { ruleKey } from "../../src/plan/RuleContent.ts"
import { ruleSteps } from "../../src/plan/Steps.ts"

const applyEndpoint = (actual: Actual, endpoint: EndpointPlan, index: number): Actual => {
  const id = endpoint.id ?? EndpointId.make(`ep_new_${index}`)
  let after: Actual = endpoint.id === null ? [...actual, { id, url: endpoint.url, rules: [] }] : actual
  for (const [n, step] of ruleSteps(endpoint).entries()) {
    after = after.map((known) => {
      if (step.kind === "delete") return { ...known, rules: known.rules.filter((rule) => rule.id !== step.rule.id) }
      const created = { id: RuleId.make(`rule_new_${index}_${String(n).padStart(4, "0")}`), content: step.rule.content }
      return known.id === id ? { ...known, rules: [...known.rules, created] } : known
    })
  }
  return after
}

export const applyPlan = (actual: Actual, { endpoints }: Plan): Actual =>
  endpoints.reduce((known, endpoint, index) => applyEndpoint(known, endpoint, index), actual)

/** URL and contents, without ids and order. */
export const shape = (endpoints: Desired["endpoints"] | Actual): ReadonlyArray<string> =>
  endpoints
    .map(({ url, rules }) => JSON.stringify([url, rules.map(({ content }) => ruleKey(content)).toSorted()]))
    .toSorted()
