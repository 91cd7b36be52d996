/** Decodes a rule file into the desired state. Makes all checks before any request. */
import { RuleInput } from "@heddle/api"
import { canonicalUrl, keywordWithoutToken, canonicalRule } from "@heddle/api/webhooks"
import { Result, Schema } from "effect"
import type { Desired, DesiredEndpoint, DesiredRule } from "../plan/Desired.ts"
import { ruleContent, ruleKey } from "../plan/RuleContent.ts"
import { problemsOf } from "./Issues.ts"
import { formatPosition, InvalidFile, type Position, type Problem } from "../plan/Problem.ts"
import { FileShape, RuleLabel } from "./Shape.ts"
import { parseYaml, type Path, type YamlText } from "./YamlText.ts"

const strict = { errors: "all", onExcessProperty: "error" } as const
const decodeFile = Schema.decodeUnknownResult(FileShape, strict)
const decodeLabel = Schema.decodeUnknownResult(RuleLabel, strict)
const decodeRule = Schema.decodeUnknownResult(RuleInput, strict)

/** Collects all problems, so that one run reports everything. */
class Reader {
  readonly problems: Array<Problem> = []
  readonly yaml: YamlText

  constructor(yaml: YamlText) {
    this.yaml = yaml
  }

  file(): Desired {
    const decoded = decodeFile(this.yaml.value)
    if (Result.isFailure(decoded)) {
      this.problems.push(...problemsOf(this.yaml, decoded.failure.issue, []))
      return { endpoints: [] }
    }
    const seen = new Map<string, Position>()
    return {
      endpoints: decoded.success.endpoints.map((endpoint, index) => {
        this.url(endpoint.url, ["endpoints", index, "url"], seen)
        return this.endpoint(endpoint, ["endpoints", index])
      })
    }
  }

  url(text: string, path: Path, seen: Map<string, Position>) {
    // Some servers, such as the demo, accept loopback; whether this one does, only it knows.
    const checked = canonicalUrl(text, true)
    if (Result.isFailure(checked)) {
      this.problems.push({ position: this.yaml.at(path), message: `url: ${checked.failure}` })
    }
    this.unique(
      Result.getOrElse(checked, () => text),
      path,
      seen,
      "the same endpoint as at",
      "write its rules in one place"
    )
  }

  endpoint({ url, rules }: FileShape["endpoints"][number], path: Path): DesiredEndpoint {
    const seen = new Map<string, Position>()
    return {
      url,
      rules: rules.flatMap((fields, index) => {
        const at = [...path, "rules", index]
        const rule = this.rule(fields, at)
        if (rule === null) return []
        this.unique(ruleKey(rule.content), at, seen, "the same rule as at", "remove one of the two")
        return [rule]
      })
    }
  }

  rule({ name, ...fields }: Readonly<Record<string, unknown>>, path: Path): DesiredRule | null {
    const label = decodeLabel(name === undefined ? {} : { name })
    if (!this.hasKeyword([...path, "keyword"])) return null
    const rule = decodeRule(fields)
    if (Result.isFailure(label)) this.problems.push(...problemsOf(this.yaml, label.failure.issue, path))
    if (Result.isFailure(rule)) this.problems.push(...problemsOf(this.yaml, rule.failure.issue, path))
    if (Result.isFailure(label) || Result.isFailure(rule)) return null
    if (canonicalRule(rule.success) === null) {
      this.problems.push({ position: this.yaml.at([...path, "keyword"]), message: `keyword: ${keywordWithoutToken}` })
      return null
    }
    return {
      name: label.success.name ?? null,
      content: ruleContent(rule.success),
      position: this.yaml.at(path)
    }
  }

  /** Without a keyword, it would be a rule for all posts. */
  hasKeyword(path: Path): boolean {
    const instead = this.yaml.insteadOfValue(path)
    if (instead === undefined) return true
    this.problems.push({
      position: this.yaml.atKey(path),
      message:
        instead === ""
          ? "keyword: nothing follows; write the keyword, or remove the field to have a trending rule"
          : `keyword: nothing follows, because # begins a comment; put the keyword in quotes: ${JSON.stringify(instead)}`
    })
    return false
  }

  unique(key: string, path: Path, seen: Map<string, Position>, what: string, solution: string) {
    const first = seen.get(key)
    const position = this.yaml.at(path)
    if (first === undefined) seen.set(key, position)
    else this.problems.push({ position, message: `${what} ${formatPosition(first)}; ${solution}` })
  }
}

const emptyFile = "the file is empty; begin with `version: 1` and `endpoints:` (`endpoints: []` to have none)"

/** `file` is the name that messages show. */
export const readRuleFile = (file: string, text: string): Result.Result<Desired, InvalidFile> => {
  const yaml = parseYaml(file, text)
  if (yaml.problems.length > 0) return Result.fail(new InvalidFile({ problems: yaml.problems }))
  if (yaml.value === null || yaml.value === undefined) {
    return Result.fail(new InvalidFile({ problems: [{ position: { file, line: 1, column: 1 }, message: emptyFile }] }))
  }
  const reader = new Reader(yaml)
  const desired = reader.file()
  if (reader.problems.length === 0) return Result.succeed(desired)
  const problems = reader.problems.toSorted(
    (left, right) => left.position.line - right.position.line || left.position.column - right.position.column
  )
  return Result.fail(new InvalidFile({ problems }))
}
