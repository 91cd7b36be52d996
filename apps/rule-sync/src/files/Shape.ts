/** Schema of a rule file. The contract defines the rules themselves (`NewRuleInput`). */
import { NewRuleInput } from "@heddle/api"
import { Predicate, Schema, Struct } from "effect"

export const fileVersion = 1
const maxEndpoints = 1_000
const maxNameLength = 200

/** The fields of a rule that exist only in the file. */
export const RuleLabel = Schema.Struct({
  name: Schema.optionalKey(
    Schema.NullOr(
      Schema.String.check(Schema.isMaxLength(maxNameLength, { message: `at most ${maxNameLength} characters` }))
    )
  ).annotate({ description: "A label for people. It is never sent, and another label changes no rule." }),
  handover: Schema.optionalKey(Schema.Literals(["immediate", "deferred"])).annotate({
    description:
      "How an edit replaces the rule. `immediate`, the default: at once, and matching posts of the window are sent again. `deferred`: the old rule is deleted now, and the new one created when those posts have left the window; needs `--rule-map`."
  })
})

const ruleFields = { ...RuleLabel.fields, ...NewRuleInput.from.fields }

/** `lookbackHours` is for the rules without a keyword. */
const Defaults = Schema.Struct(Struct.omit(ruleFields, ["name", "keyword"])).annotate({
  description: "Fields for all rules below that do not have them."
})
export type Defaults = typeof Defaults.Type

const schemaAddress = Schema.optionalKey(Schema.String).annotate({
  description: "The address of this JSON Schema, for editors."
})

const fileOf = <Rule extends Schema.Top>(rule: Rule) =>
  Schema.Struct({
    $schema: schemaAddress,
    version: Schema.Literal(fileVersion),
    defaults: Schema.optionalKey(Defaults),
    endpoints: Schema.Array(
      Schema.Struct({
        url: Schema.String.annotate({
          description:
            "The address that receives the events. `${NAME}` stands for an environment variable, `$${` for `${`."
        }),
        defaults: Schema.optionalKey(Defaults),
        rules: Schema.Array(rule)
      })
    ).check(Schema.isMaxLength(maxEndpoints, { message: `at most ${maxEndpoints} endpoints in one file` }))
  })

type Fields = Readonly<Record<string, unknown>>
const isFields = (value: unknown): value is Fields => Predicate.isObject(value) && !Array.isArray(value)

/** Rules are decoded one by one, so that all problems are found. */
export const FileShape = fileOf(Schema.declare(isFields, { expected: "object" }))
export type FileShape = typeof FileShape.Type

/** Completes and checks rule files in editors. */
export const fileJsonSchema = () => {
  const { schema, definitions } = Schema.toJsonSchemaDocument(fileOf(Schema.Struct(ruleFields)), {
    onExcessProperty: "error"
  })
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Rule file of heddle-rules",
    ...schema,
    ...(Object.keys(definitions).length === 0 ? {} : { $defs: definitions })
  }
}

/** In which order people read fields. */
export const fieldOrder = [
  "$schema",
  "version",
  "defaults",
  "endpoints",
  "name",
  "url",
  "keyword",
  "lookbackHours",
  "likeCount",
  "replyCount",
  "viewCount",
  "language",
  "sendExisting",
  "handover",
  "rules"
]

/** All field names that are valid at the level of the path's last name. */
export const knownFields = (path: ReadonlyArray<PropertyKey>): ReadonlyArray<string> => {
  if (path.at(-2) === "defaults") return Object.keys(Defaults.fields)
  if (path.length <= 1) return Object.keys(FileShape.fields)
  return path.length <= 3 ? ["url", "defaults", "rules"] : Object.keys(ruleFields)
}
