/** What the API has. Signing secrets are left behind here, so that nothing later can print one. */
import type { Endpoint } from "@heddle/api"
import { ruleContent, type RuleContent } from "./RuleContent.ts"

export interface ActualRule {
  readonly id: string
  readonly content: RuleContent
}

export interface ActualEndpoint {
  readonly id: string
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
