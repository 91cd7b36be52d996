/** The outline of a rule file. What a rule may say is the contract's affair (`RuleInput`). */
import { RuleInput } from "@heddle/api"
import { Schema } from "effect"

const fileVersion = 1
const maxEndpoints = 1_000
const maxNameLength = 200

const EndpointShape = Schema.Struct({
  url: Schema.String,
  rules: Schema.Array(Schema.Record(Schema.String, Schema.Unknown))
})

export const FileShape = Schema.Struct({
  version: Schema.Literal(fileVersion),
  endpoints: Schema.Array(EndpointShape).check(
    Schema.isMaxLength(maxEndpoints, { message: `at most ${maxEndpoints} endpoints in one file` })
  )
})
export type FileShape = typeof FileShape.Type

/** What a rule has in the file beside the rule itself. */
export const RuleLabel = Schema.Struct({
  name: Schema.optionalKey(
    Schema.NullOr(
      Schema.String.check(Schema.isMaxLength(maxNameLength, { message: `at most ${maxNameLength} characters` }))
    )
  )
})

const labelFields = Object.keys(RuleLabel.fields)
const ruleFields = [...labelFields, ...Object.keys(RuleInput.from.fields)]

/** The names that may stand beside the last one of a path. */
export const knownFields = (path: ReadonlyArray<PropertyKey>): ReadonlyArray<string> => {
  if (path.length <= 1) return Object.keys(FileShape.fields)
  return path.length <= 3 ? Object.keys(EndpointShape.fields) : ruleFields
}
