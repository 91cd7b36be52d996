import { canonicalRule } from "@heddle/api/webhooks"
import * as fc from "fast-check"
import { Result, Schema } from "effect"
import { assert, it } from "vitest"
import { parse } from "yaml"
import { runs } from "../../../../test/support/Runs.ts"
import { formatted } from "../../src/files/Format.ts"
import { noVariables } from "../../src/files/Interpolation.ts"
import { mergeFiles, readRuleFile } from "../../src/files/RuleFile.ts"
import { ruleFileText } from "../../src/files/RuleFileText.ts"
import { FileShape } from "../../src/files/Shape.ts"
import type { Desired } from "../../src/plan/Desired.ts"
import { counts, isEmpty, plan } from "../../src/plan/Plan.ts"
import { type RuleContent, ruleContent, ruleInput } from "../../src/plan/RuleContent.ts"
import { desired, desiredRule } from "../support/Arbitraries.ts"
import { applyPlan } from "../support/PureModel.ts"

const snake: Readonly<Record<string, string>> = {
  likeCount: "like_count",
  replyCount: "reply_count",
  viewCount: "view_count",
  lookbackHours: "lookback_hours"
}

const fullWidth = (text: string) =>
  text.replaceAll(/[A-Z]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0))

/** One of the many ways to write the same rule. */
const ruleLines = (rule: RuleContent, pick: (choices: number) => number): ReadonlyArray<string> => {
  const { keyword, language, ...numbers } = ruleInput(rule)
  const fields: Array<readonly [string, string]> = Object.entries(numbers).map(([name, value]) => [
    pick(2) === 0 ? name : (snake[name] ?? name),
    [`${value}`, `${value}.0`, `0x${value.toString(16)}`][pick(3)] ?? ""
  ])
  if (typeof keyword === "string") {
    const spellings = [keyword, keyword.normalize("NFD"), ` ${keyword} `, keyword.toLowerCase(), fullWidth(keyword)]
    const normal = spellings[pick(spellings.length)] ?? keyword
    fields.push(["keyword", [normal, JSON.stringify(normal), `'${normal}'`][pick(3)] ?? ""])
  } else if (pick(2) === 0) fields.push(["keyword", ["null", '""', "~"][pick(3)] ?? ""])
  if (language !== "zh" || pick(2) === 0)
    fields.push(["language", pick(2) === 0 ? (language ?? "") : (language ?? "").toUpperCase()])
  if (pick(3) === 0) fields.push([pick(2) === 0 ? "sendExisting" : "send_existing", pick(2) === 0 ? "true" : "false"])
  if (pick(2) === 0) fields.push(["name", `"rule ${pick(100)}"`])
  const shuffled = fields.map((field) => ({ field, at: pick(1_000) })).toSorted((left, right) => left.at - right.at)
  return shuffled.map(({ field: [name, value] }) => `${name}: ${value}${pick(3) === 0 ? "   # note" : ""}`)
}

const urlSpellings = (url: string) => [
  url,
  url.replace("https://", "HTTPS://"),
  `${url}#part`,
  url.replace(".example", ".EXAMPLE:443")
]

/** What a team may do with a text: keep it, format it, turn it into JSON, or share the rules out among two files. */
const load = (text: string, pick: (choices: number) => number) => {
  const way = pick(4)
  if (way === 0) return readRuleFile("f.yaml", text)
  if (way === 1) {
    const once = Result.getOrThrow(formatted("f.yaml", text, noVariables))
    assert.strictEqual(Result.getOrThrow(formatted("f.yaml", once, noVariables)), once)
    assert.strictEqual(once.split("# note").length, text.split("# note").length, once)
    return readRuleFile("f.yaml", once)
  }
  if (way === 2) return readRuleFile("f.json", Result.getOrThrow(formatted("f.json", text, noVariables)))
  const { version, endpoints } = Schema.decodeUnknownSync(FileShape)(parse(text))
  const half = (n: number) => ({
    version,
    endpoints: endpoints.map(({ url, rules }) => ({ url, rules: rules.filter((_, index) => index % 2 === n) }))
  })
  return mergeFiles([0, 1].map((n) => Result.getOrThrow(readRuleFile(`${n}.json`, JSON.stringify(half(n))))))
}

const write = ({ endpoints }: Desired, pick: (choices: number) => number): string =>
  [
    "# rules of the team",
    "version: 1",
    endpoints.length === 0 ? "endpoints: []" : "endpoints:",
    ...endpoints.flatMap(({ url, rules }) => [
      `  - url: ${JSON.stringify(urlSpellings(url)[pick(4)] ?? url)}`,
      rules.length === 0 ? "    rules: []" : "    rules:",
      ...rules.flatMap(({ content }) =>
        ruleLines(content, pick).map((line, n) => `      ${n === 0 ? "- " : "  "}${line}`)
      )
    ]),
    ""
  ].join(pick(2) === 0 ? "\n" : "\r\n")

it("key order, spelling, comments, names, format, files and written-out defaults never make a change", () => {
  fc.assert(
    fc.property(desired, fc.infiniteStream(fc.nat({ max: 999 })), (desired, choices) => {
      const pick = (count: number) => (choices.next().value ?? 0) % count
      const text = write(desired, pick)
      const read = load(text, pick)
      if (Result.isFailure(read)) return assert.fail(`${read.failure.message}\n${text}`)
      const made = plan(read.success, applyPlan([], plan(desired, [])))
      assert.isTrue(isEmpty(made), text)
      const rules = desired.endpoints.reduce((total, endpoint) => total + endpoint.rules.length, 0)
      assert.strictEqual(counts(made).unchanged, rules)
      return undefined
    }),
    { numRuns: runs(40) }
  )
})

const anyKeyword = fc
  .oneof(
    fc.constantFrom(
      "no",
      "007",
      "1e3",
      "#台積電",
      "C #",
      "- x",
      "a: b",
      "'",
      '"',
      "*a",
      "~",
      "💬 咖啡",
      "!tag",
      "a\nb",
      "\t詞",
      "{x}"
    ),
    fc.string({ unit: "binary", minLength: 1, maxLength: 8 })
  )
  .filter((keyword) => keyword.isWellFormed() && !keyword.includes("\u0000") && canonicalRule({ keyword }) !== null)

const imported = fc.uniqueArray(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ keyword: anyKeyword, likeCount: fc.constantFrom(10, 50) }) },
    { weight: 1, arbitrary: fc.record({ lookbackHours: fc.constantFrom(1, 24), likeCount: fc.constantFrom(500, 600) }) }
  ),
  { selector: (rule) => canonicalRule(rule)?.content, maxLength: 8 }
)

it("a file that was imported has no changes, whatever the keywords are", () => {
  fc.assert(
    fc.property(desired, imported, (desired, rules) => {
      const [first, ...others] = desired.endpoints
      const endpoints =
        first === undefined ? [] : [{ ...first, rules: rules.map(ruleContent).map(desiredRule) }, ...others]
      const actual = applyPlan([], plan({ endpoints }, []))
      const text = ruleFileText("f.yaml", actual)
      const read = readRuleFile("f.yaml", text)
      if (Result.isFailure(read)) return assert.fail(`${read.failure.message}\n${text}`)
      assert.isTrue(isEmpty(plan(read.success, actual)), text)
      return undefined
    }),
    { numRuns: runs(100) }
  )
})
