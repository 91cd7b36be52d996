/** Desired state: the endpoints and rules of the file. */
import type { Position } from "./Problem.ts"
import type { RuleContent } from "./RuleContent.ts"

export interface DesiredRule {
  /** Appears in reports only; never sent to the API. */
  readonly name: string | null
  readonly content: RuleContent
  readonly position: Position
}

export interface DesiredEndpoint {
  readonly url: string
  readonly rules: ReadonlyArray<DesiredRule>
}

/** No two endpoints have the same URL, and no two rules of an endpoint are identical. */
export interface Desired {
  readonly endpoints: ReadonlyArray<DesiredEndpoint>
}
