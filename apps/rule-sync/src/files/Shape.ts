/** Schema of a rule file. The contract defines the rules themselves (`RuleInput`). */
import { RuleInput } from "@heddle/api"
import { Schema } from "effect"

export const fileVersion = 1
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

/** The fields of a rule that exist only in the file. */
export const RuleLabel = Schema.Struct({
  name: Schema.optionalKey(
    Schema.NullOr(
      Schema.String.check(Schema.isMaxLength(maxNameLength, { message: `at most ${maxNameLength} characters` }))
    )
  )
})

const labelFields = Object.keys(RuleLabel.fields)
const ruleFields = [...labelFields, ...Object.keys(RuleInput.from.fields)]

/** All field names that are valid at the level of the path's last name. */
export const knownFields = (path: ReadonlyArray<PropertyKey>): ReadonlyArray<string> => {
  if (path.length <= 1) return Object.keys(FileShape.fields)
  return path.length <= 3 ? Object.keys(EndpointShape.fields) : ruleFields
}
