/** Decodes rule files into the desired state. Makes all checks before any request. */
import { NewRuleInput } from "@heddle/api"
import { withoutTokenText } from "@heddle/api/keywords"
import { canonicalUrl } from "@heddle/api/webhooks"
import { Result, Schema } from "effect"
import type { Desired, DesiredEndpoint, DesiredRule } from "../plan/Desired.ts"
import { formatPosition, InvalidFile, type Position, type Problem } from "../plan/Problem.ts"
import { isMatchable, ruleContent, ruleKey, urlKey } from "../plan/RuleContent.ts"
import { interpolate, noVariables, type Variables } from "./Interpolation.ts"
import { problemsOf } from "./Issues.ts"
import { FileShape, RuleLabel } from "./Shape.ts"
import { parseYaml, type Path, type YamlText } from "./YamlText.ts"

const strict = { errors: "all", onExcessProperty: "error" } as const
const decodeFile = Schema.decodeUnknownResult(FileShape, strict)
const decodeLabel = Schema.decodeUnknownResult(RuleLabel, strict)
const decodeRule = Schema.decodeUnknownResult(NewRuleInput, strict)

/** What the files say, and what is valid in them and still looks like a mistake. */
export interface RuleFiles extends Desired {
  readonly warnings: ReadonlyArray<Problem>
}

const noLabel = Result.succeed<typeof RuleLabel.Type>({})
const labelFields = new Set(Object.keys(RuleLabel.fields))

type Fields = Readonly<Record<string, unknown>>

const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The rule's own fields go first, in either spelling; a keyword rule has no `lookbackHours`. */
const withDefaults = (rule: Fields, defaults: Fields): Fields => {
  if (Object.keys(defaults).length === 0) return rule
  const own = new Set(Object.keys(rule).map(inSnakeCase))
  const isKeywordRule = rule["keyword"] !== undefined && rule["keyword"] !== ""
  if (isKeywordRule) own.add("lookback_hours")
  return { ...Object.fromEntries(Object.entries(defaults).filter(([name]) => !own.has(inSnakeCase(name)))), ...rule }
}

const sameEndpoint = (first: Position) =>
  `the same endpoint as at ${formatPosition(first)}; write its rules in one place`
const sameRule = (first: Position) => `the same rule as at ${formatPosition(first)}; remove one of the two`

/** Collects all problems, so that one run reports everything. */
class Reader {
  readonly problems: Array<Problem> = []
  readonly warnings: Array<Problem> = []
  readonly yaml: YamlText
  readonly variables: Variables

  constructor(yaml: YamlText, variables: Variables) {
    this.yaml = yaml
    this.variables = variables
  }

  file(): ReadonlyArray<DesiredEndpoint> {
    const decoded = decodeFile(this.yaml.value)
    if (Result.isFailure(decoded)) {
      this.problems.push(...problemsOf(this.yaml, decoded.failure.issue, []))
      return []
    }
    const { endpoints, defaults = {} } = decoded.success
    const seen = new Map<string, Position>()
    return endpoints.map((endpoint, index) => {
      const path = ["endpoints", index]
      const url = this.url(endpoint.url, [...path, "url"], seen)
      const rules = this.rules(endpoint.rules, path, withDefaults(endpoint.defaults ?? {}, defaults))
      return { ...url, rules }
    })
  }

  url(text: string, path: Path, seen: Map<string, Position>) {
    const position = this.yaml.at(path)
    const filled = interpolate(text, this.variables)
    if (Result.isFailure(filled)) {
      this.problems.push({ position, message: `url: ${filled.failure}` })
      return { url: text }
    }
    const { value, hasVariables, unset } = filled.success
    if (unset !== undefined) {
      this.warnings.push({ position, message: `url: not checked, because ${unset} is not set` })
      this.unique(text, position, seen, sameEndpoint)
      return { url: text, template: text }
    }
    // Some servers, such as the demo, accept loopback; whether this one does, only it knows.
    const checked = canonicalUrl(value, true)
    if (Result.isFailure(checked)) this.problems.push({ position, message: `url: ${checked.failure}` })
    this.unique(
      Result.getOrElse(checked, () => value),
      position,
      seen,
      sameEndpoint
    )
    return { url: value, ...(hasVariables ? { template: text } : {}) }
  }

  rules(rules: ReadonlyArray<Fields>, path: Path, defaults: Fields): ReadonlyArray<DesiredRule> {
    const seen = new Map<string, Position>()
    return rules.flatMap((fields, index) => {
      const at = [...path, "rules", index]
      const rule = this.rule(withDefaults(fields, defaults), at)
      if (rule === null) return []
      this.unique(ruleKey(rule.content), rule.position, seen, sameRule)
      return [rule]
    })
  }

  rule(given: Fields, path: Path): DesiredRule | null {
    const entries = Object.entries(given)
    const labels = Object.fromEntries(entries.filter(([name]) => labelFields.has(name)))
    const fields = Object.fromEntries(entries.filter(([name]) => !labelFields.has(name)))
    const label = Object.keys(labels).length === 0 ? noLabel : decodeLabel(labels)
    if (!this.hasKeyword([...path, "keyword"])) return null
    const rule = decodeRule(fields)
    if (Result.isFailure(label)) this.problems.push(...problemsOf(this.yaml, label.failure.issue, path))
    if (Result.isFailure(rule)) this.problems.push(...problemsOf(this.yaml, rule.failure.issue, path))
    if (Result.isFailure(label) || Result.isFailure(rule)) return null
    const content = ruleContent(rule.success)
    if (!isMatchable(content)) {
      this.problems.push({
        position: this.yaml.at([...path, "keyword"]),
        message: `keyword: ${withoutTokenText(content.keyword ?? "")}`
      })
      return null
    }
    return {
      name: label.success.name ?? null,
      content,
      handover: label.success.handover ?? "immediate",
      sendExisting: rule.success.sendExisting ?? true,
      position: this.yaml.at(path)
    }
  }

  /** Without a keyword, it would be a rule for all posts. */
  hasKeyword(path: Path): boolean {
    const instead = this.yaml.insteadOfValue(path)
    if (instead === undefined) {
      this.checkEnd(path)
      return true
    }
    this.problems.push({
      position: this.yaml.atKey(path),
      message:
        instead === ""
          ? "keyword: nothing follows; write the keyword, or remove the field to have a trending rule"
          : `keyword: nothing follows, because # begins a comment; put the keyword in quotes: ${JSON.stringify(instead)}`
    })
    return false
  }

  /** `C #` is `C` and a comment; people put a space after the # of a comment. */
  checkEnd(path: Path) {
    const cut = this.yaml.cutByComment(path)
    if (cut === undefined) return
    this.warnings.push({
      position: this.yaml.at(path),
      message: `keyword: ${JSON.stringify(cut.value)}, because # begins a comment; if it belongs to the keyword, put it in quotes: ${JSON.stringify(cut.whole)}`
    })
  }

  unique(key: string, position: Position, seen: Map<string, Position>, message: (first: Position) => string) {
    const first = seen.get(key)
    if (first === undefined) seen.set(key, position)
    else this.problems.push({ position, message: message(first) })
  }
}

const emptyFile = "the file is empty; begin with `version: 1` and `endpoints:` (`endpoints: []` to have none)"

const inOrder = (left: Problem, right: Problem): number =>
  left.position.line - right.position.line || left.position.column - right.position.column

/** `file` is the name that messages show. */
export const readRuleFile = (
  file: string,
  text: string,
  variables: Variables = noVariables
): Result.Result<RuleFiles, InvalidFile> => {
  const yaml = parseYaml(file, text)
  if (yaml.problems.length > 0) return Result.fail(new InvalidFile({ problems: yaml.problems }))
  if (yaml.value === null || yaml.value === undefined) {
    return Result.fail(new InvalidFile({ problems: [{ position: { file, line: 1, column: 1 }, message: emptyFile }] }))
  }
  const reader = new Reader(yaml, variables)
  const endpoints = reader.file()
  return reader.problems.length === 0
    ? Result.succeed({ endpoints, warnings: reader.warnings.toSorted(inOrder) })
    : Result.fail(new InvalidFile({ problems: reader.problems.toSorted(inOrder) }))
}

/** One endpoint may have rules in several files. Fails when two of them are identical. */
export const mergeFiles = (files: ReadonlyArray<RuleFiles>): Result.Result<RuleFiles, InvalidFile> => {
  const merged = new Map<string, DesiredEndpoint>()
  const problems: Array<Problem> = []
  for (const { endpoints } of files) {
    for (const endpoint of endpoints) {
      const key = urlKey(endpoint.url)
      const known = merged.get(key)
      if (known === undefined) {
        merged.set(key, endpoint)
        continue
      }
      const positions = new Map(known.rules.map(({ content, position }) => [ruleKey(content), position]))
      for (const { content, position } of endpoint.rules) {
        const first = positions.get(ruleKey(content))
        if (first !== undefined) problems.push({ position, message: sameRule(first) })
      }
      merged.set(key, { ...known, rules: [...known.rules, ...endpoint.rules] })
    }
  }
  return problems.length === 0
    ? Result.succeed({ endpoints: [...merged.values()], warnings: files.flatMap(({ warnings }) => warnings) })
    : Result.fail(new InvalidFile({ problems }))
}
