/** Converts schema issues to problems of the file. */
import { Predicate, SchemaIssue } from "effect"
import { unknownField } from "./Nearest.ts"
import type { Problem } from "../plan/Problem.ts"
import { knownFields } from "./Shape.ts"
import type { Path, YamlText } from "./YamlText.ts"

const unknownMark = "unknown"
const missingMark = "missing"

const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    if (issue._tag === "UnexpectedKey") return unknownMark
    if (issue._tag === "MissingKey") return missingMark
    return SchemaIssue.defaultLeafHook(issue)
  }
})

const missing: Readonly<Record<string, string>> = {
  version: "version is missing; the file begins with `version: 1`",
  endpoints: "endpoints is missing; add `endpoints:` with a list of endpoints, each with url and rules",
  url: "url is missing; add the https address that receives the events",
  rules: "rules is missing; add a list of rules, or `rules: []` to have none"
}

const valueAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, name) => (Predicate.hasProperty(inner, name) ? inner[name] : undefined), value)

/** `source` is the value as the file has it: a number or `True` would come out in another form. */
const hint = (message: string, value: unknown, source: string | undefined): string => {
  if (!message.startsWith("Expected")) return ""
  if (value === null) return ", found nothing; give a value or remove the field"
  if (message.includes("string") && (Predicate.isNumber(value) || Predicate.isBoolean(value))) {
    return `, found ${source ?? value}; put it in quotes: "${source ?? value}"`
  }
  if (/number|integer/.test(message) && Predicate.isString(value)) {
    return `, found the text ${JSON.stringify(value)}; write a number without quotes`
  }
  if (Predicate.isString(value)) return `, found ${JSON.stringify(value)}`
  return Predicate.isNumber(value) || Predicate.isBoolean(value) ? `, found ${source ?? value}` : ""
}

const describe = (message: string, value: unknown, path: Path, source: string | undefined): string => {
  const name = path.findLast(Predicate.isString)
  const text = `${message}${hint(message, value, source)}`.replace(/^Expected/, "expected")
  return name === undefined ? text : `${name}: ${text}`
}

/** `base` is the path of the decoded value in the file. */
export const problemsOf = (yaml: YamlText, issue: SchemaIssue.Issue, base: Path): ReadonlyArray<Problem> =>
  format(issue).issues.map(({ message, path = [] }) => {
    const full: Path = [...base, ...path.map((part) => (typeof part === "object" ? part.key : part))]
    const name = String(full.at(-1) ?? "")
    if (message === unknownMark) {
      return { position: yaml.atKey(full), message: unknownField(name, knownFields(full)) }
    }
    if (message === missingMark) {
      return { position: yaml.at(full), message: missing[name] ?? `${name} is missing; add it` }
    }
    return { position: yaml.at(full), message: describe(message, valueAt(yaml.value, full), full, yaml.source(full)) }
  })
