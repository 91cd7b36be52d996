/** What a rule file has beyond the fields of the API: variables, defaults, company; and its schema for editors. */
import { assert, describe, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Result } from "effect"
import { parse } from "yaml"
import { mergeFiles, readRuleFile } from "../../src/files/RuleFile.ts"
import { exampleText } from "../../src/files/RuleFileText.ts"
import { fileJsonSchema } from "../../src/files/Shape.ts"
import { formatProblem } from "../../src/plan/Problem.ts"
import { plan } from "../../src/plan/Plan.ts"

const variables = {
  values: new Map([
    ["HOST", "hooks.example.com"],
    ["TOKEN", "s3cret"],
    ["EMPTY", ""]
  ]),
  mayBeUnset: false
}

const read = (text: string) => readRuleFile("f.yaml", text, variables)
const withUrl = (url: string) => `version: 1\nendpoints:\n  - url: ${url}\n    rules: []\n`
const problemsOf = (result: ReturnType<typeof mergeFiles>) =>
  Result.isFailure(result) ? result.failure.problems.map(formatProblem) : []

describe("a variable", () => {
  it.each([
    ["https://${HOST}/x?t=${TOKEN}", "https://hooks.example.com/x?t=s3cret"],
    ["https://a.example/$${HOST}", "https://a.example/${HOST}"],
    ["https://a.example/$HOST", "https://a.example/$HOST"]
  ])("%s", (url, value) => {
    const { endpoints } = Result.getOrThrow(read(withUrl(url)))
    assert.strictEqual(endpoints[0]?.url, value)
    assert.strictEqual(plan({ endpoints }, []).endpoints[0]?.shown.includes("s3cret"), false)
  })

  it.each([
    ["https://${NOWHERE}/", "the environment variable NOWHERE is not set; set it"],
    ["https://${EMPTY}/", "the environment variable EMPTY is empty; set it"],
    ["https://${HOST", "${ begins a variable; write it as ${NAME}"],
    ["https://${HOST:-a}/", "${ begins a variable; write it as ${NAME}"]
  ])("is refused in %s", (url, message) => {
    const [problem] = problemsOf(read(withUrl(url)))
    assert.include(problem, `f.yaml:3:10: url: ${message}`)
  })

  it("may be unset where a file is only checked, which is said", () => {
    const unset = readRuleFile("f.yaml", withUrl("https://${NOWHERE}/x"), { ...variables, mayBeUnset: true })
    assert.deepEqual(Result.getOrThrow(unset).warnings.map(formatProblem), [
      "f.yaml:3:10: url: not checked, because NOWHERE is not set"
    ])
  })

  it("is text in every other field", () => {
    const { endpoints } = Result.getOrThrow(
      read('version: 1\nendpoints:\n  - url: https://a.example\n    rules: [{keyword: "${HOST}", likeCount: 10}]\n')
    )
    assert.strictEqual(endpoints[0]?.rules[0]?.content.keyword, "${HOST}")
  })
})

describe("defaults", () => {
  it("of the endpoint go before those of the file, and a rule's own fields before both, in either spelling", () => {
    const { endpoints } = Result.getOrThrow(
      read(`version: 1
defaults: {likeCount: 100, language: ja, lookback_hours: 5, handover: deferred}
endpoints:
  - url: https://a.example
    defaults: {like_count: 700, language: ko}
    rules:
      - keyword: a
      - {keyword: b, like_count: 20, language: zh, handover: immediate}
      - replyCount: 100
`)
    )
    assert.deepEqual(
      endpoints[0]?.rules.map(({ content: { likeCount, language, lookbackHours }, handover }) => [
        likeCount,
        language,
        lookbackHours,
        handover
      ]),
      [
        [700, "ko", null, "deferred"],
        [20, "zh", null, "immediate"],
        [700, "ko", 5, "deferred"]
      ]
    )
  })

  it.each([
    ["defaults: {likeCount: many}", "f.yaml:2:23: likeCount: expected number"],
    ["defaults: {likeCuont: 1}", 'f.yaml:2:12: unknown field "likeCuont"; did you mean likeCount?'],
    ["defaults: {keyword: a}", 'f.yaml:2:12: unknown field "keyword"']
  ])("are checked: %s", (line, problem) => {
    assert.include(problemsOf(read(`version: 1\n${line}\nendpoints: []\n`))[0], problem)
  })
})

describe("several files", () => {
  const file = (name: string, keyword: string, host = "a.example") =>
    Result.getOrThrow(
      readRuleFile(
        name,
        `version: 1\nendpoints: [{url: "https://${host}", rules: [{keyword: ${keyword}, likeCount: 10}]}]`
      )
    )

  it("may each have rules of one endpoint", () => {
    const { endpoints } = Result.getOrThrow(mergeFiles([file("1.yaml", "a"), file("2.yaml", "b", "A.EXAMPLE:443")]))
    assert.deepEqual(
      endpoints.map(({ rules }) => rules.map(({ content }) => content.keyword)),
      [["a", "b"]]
    )
  })

  it("may not have the same rule of it", () => {
    assert.deepEqual(problemsOf(mergeFiles([file("1.yaml", "Coffee"), file("2.yaml", "coffee")])), [
      "2.yaml:2:48: the same rule as at 1.yaml:2:48; remove one of the two"
    ])
  })
})

it.each([
  ["C #", 'keyword: "C", because # begins a comment; if it belongs to the keyword, put it in quotes: "C #"'],
  ["a #b c", '"a #b c"'],
  ["a # of the team", undefined],
  ['"C #"', undefined],
  ["C#", undefined]
])("a keyword that a comment cuts is said: %s", (keyword, warning) => {
  const text = `version: 1\nendpoints:\n  - url: https://a.example\n    rules:\n      - keyword: ${keyword}\n        likeCount: 10\n`
  const [found] = Result.getOrThrow(read(text)).warnings.map(formatProblem)
  if (warning === undefined) assert.isUndefined(found)
  else assert.include(found, warning)
})

it("the JSON Schema takes the example and refuses what is mistyped", () => {
  const validate = new Ajv2020().compile(fileJsonSchema())
  const example: unknown = parse(exampleText)
  assert.isTrue(validate(example))
  for (const [right, wrong] of [
    ["likeCount: 50", "likeCuont: 50"],
    ["likeCount: 50", "likeCount: fifty"],
    ["version: 1", "version: 2"],
    ["rules:", "rule:"],
    ["name: brand", "handover: later"]
  ] as const) {
    assert.isFalse(validate(parse(exampleText.replace(right, wrong))), wrong)
  }
})
