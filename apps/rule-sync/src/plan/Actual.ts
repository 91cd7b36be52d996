/** Actual state: the endpoints and rules at the API. Drops the signing secrets, so that no later code can print one. */
import { EndpointId, Language, RuleId } from "@heddle/api"
import { Schema } from "effect"
import { ruleContent, type RuleContent } from "./RuleContent.ts"

export interface ActualRule {
  readonly id: RuleId
  readonly content: RuleContent
  /** Given, if it was created without the posts that matched. */
  readonly sendExisting?: false
}

export interface ActualEndpoint {
  readonly id: EndpointId
  readonly url: string
  readonly rules: ReadonlyArray<ActualRule>
}

export type Actual = ReadonlyArray<ActualEndpoint>

const Threshold = Schema.optionalKey(Schema.NullOr(Schema.Int))

/** An endpoint in the list of the API, as far as the tool needs it. */
export const ListedEndpoint = Schema.Struct({
  id: EndpointId,
  url: Schema.String,
  rules: Schema.Array(
    Schema.Struct({
      id: RuleId,
      keyword: Schema.optionalKey(Schema.NullOr(Schema.String)),
      likeCount: Threshold,
      replyCount: Threshold,
      viewCount: Threshold,
      lookbackHours: Threshold,
      language: Language.to,
      sendExisting: Schema.optionalKey(Schema.Boolean)
    })
  )
})

export const actualOf = (endpoints: ReadonlyArray<typeof ListedEndpoint.Type>): Actual =>
  endpoints.map(({ id, url, rules }) => ({
    id,
    url,
    rules: rules.map((rule) => ({
      id: rule.id,
      content: ruleContent(rule),
      ...(rule.sendExisting === false ? { sendExisting: false } : {})
    }))
  }))
