/** What the file asks for. */
import type { Position } from "../files/Problem.ts"
import type { RuleContent } from "./RuleContent.ts"

export interface DesiredRule {
  /** Only for people: it is no part of the rule and the API never sees it. */
  readonly name: string | null
  readonly content: RuleContent
  readonly position: Position
}

export interface DesiredEndpoint {
  readonly url: string
  readonly rules: ReadonlyArray<DesiredRule>
}

/** No two endpoints have the same normalised URL. */
export interface Desired {
  readonly endpoints: ReadonlyArray<DesiredEndpoint>
}
