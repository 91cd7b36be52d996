/** Actual state: the endpoints and rules at the API. Drops the signing secrets, so that no later code can print one. */
import type { Endpoint, EndpointId, RuleId } from "@heddle/api"
import { ruleContent, type RuleContent } from "./RuleContent.ts"

export interface ActualRule {
  readonly id: RuleId
  readonly content: RuleContent
}

export interface ActualEndpoint {
  readonly id: EndpointId
  readonly url: string
  readonly rules: ReadonlyArray<ActualRule>
}

export type Actual = ReadonlyArray<ActualEndpoint>

export const actualOf = (endpoints: ReadonlyArray<Endpoint>): Actual =>
  endpoints.map(({ id, url, rules }) => ({
    id,
    url,
    rules: rules.map((rule) => ({ id: rule.id, content: ruleContent(rule) }))
  }))
