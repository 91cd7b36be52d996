/** Desired state: the endpoints and rules of the files. */
import type { Position } from "./Problem.ts"
import type { RuleContent } from "./RuleContent.ts"

/**
 * How an edited rule replaces its predecessor. `immediate`: at once; posts of its window are sent again. `deferred`: the old
 * rule is deleted, and the new one created when those posts have left its window.
 */
export type Handover = "immediate" | "deferred"

export interface DesiredRule {
  /** Appears in reports and in the rule map only; never sent to the API. */
  readonly name: string | null
  readonly content: RuleContent
  readonly handover: Handover
  /** Whether posts that match at the creation are sent. No part of the content: another value changes no rule. */
  readonly sendExisting: boolean
  readonly position: Position
}

export interface DesiredEndpoint {
  readonly url: string
  /** As reports show it, if it has variables, whose values may be secret. */
  readonly template?: string
  readonly rules: ReadonlyArray<DesiredRule>
}

/** No two endpoints have the same URL, and no two rules of an endpoint are identical. */
export interface Desired {
  readonly endpoints: ReadonlyArray<DesiredEndpoint>
}
