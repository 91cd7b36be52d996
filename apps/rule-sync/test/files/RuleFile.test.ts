import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { formatProblem } from "../../src/plan/Problem.ts"
import { readRuleFile } from "../../src/files/RuleFile.ts"

const problemsIn = (text: string): ReadonlyArray<string> => {
  const read = readRuleFile("f.yaml", text)
  return Result.isFailure(read) ? read.failure.problems.map(formatProblem) : []
}

const head = "version: 1\nendpoints:\n"
const withRules = (...lines: ReadonlyArray<string>) =>
  `${head}  - url: https://example.com/hook\n    rules:\n${lines.map((line) => `      ${line}\n`).join("")}`

describe("a file with a mistake", () => {
  it.each<readonly [what: string, text: string, ...problems: ReadonlyArray<string>]>([
    ["nothing in it", "# only a comment\n", "f.yaml:1:1: the file is empty; begin with `version: 1`"],
    ["another kind of document", "- 1\n", "f.yaml:1:1: expected object"],
    ["no version", "endpoints: []\n", "f.yaml:1:1: version is missing; the file begins with `version: 1`"],
    ["another version", "version: 2\nendpoints: []\n", "f.yaml:1:10: version: expected 1, found 2"],
    ["no endpoints", "version: 1\n", "f.yaml:1:1: endpoints is missing; add `endpoints:`"],
    ["no rules", `${head}  - url: https://example.com/hook\n`, "f.yaml:3:5: rules is missing; add a list"],
    [
      "rules without a list",
      `${head}  - url: https://example.com/hook\n    rules:\n`,
      "f.yaml:4:11: rules: expected array, found nothing"
    ],
    ["no url", `${head}  - rules: []\n`, "f.yaml:3:5: url is missing; add the https address"],
    [
      "a url that is none",
      `${head}  - url: example\n    rules: []\n`,
      "f.yaml:3:10: url: is not a URL; give a full address such as"
    ],
    ["plain http", `${head}  - url: http://example.com\n    rules: []\n`, "f.yaml:3:10: url: must start with https://"],
    [
      "a password",
      `${head}  - url: https://a:b@example.com\n    rules: []\n`,
      "f.yaml:3:10: url: must not contain a user name or password"
    ],
    [
      "an unknown field at the top",
      "version: 1\nendpoint: []\nendpoints: []\n",
      'f.yaml:2:1: unknown field "endpoint"; did you mean endpoints?'
    ],
    [
      "an unknown field of an endpoint",
      `${head}  - url: https://example.com\n    rule: 1\n    rules: []\n`,
      'f.yaml:4:5: unknown field "rule"; did you mean rules?'
    ],
    [
      "an unknown field of a rule",
      withRules("- keyword: AI", "  likeCuont: 50", "  likeCount: 50"),
      'f.yaml:6:9: unknown field "likeCuont"; did you mean likeCount?'
    ],
    [
      "a byte order mark after the first line",
      "---\n\ufeffversion: 1\nendpoints: []\n",
      "f.yaml:2:1: the field name contains an invisible character (U+FEFF); write the name again",
      "f.yaml:2:1: version is missing"
    ],
    [
      "a field like no other",
      withRules("- keyword: AI", "  likeCount: 50", "  xyzzy: 1"),
      'f.yaml:7:9: unknown field "xyzzy"; known here: name, handover, keyword'
    ],
    [
      "a field in two spellings",
      withRules("- keyword: AI", "  likeCount: 50", "  sendExisting: false", "  send_existing: false"),
      "f.yaml:8:24: send_existing: also given as sendExisting; use only one of the two spellings"
    ],
    [
      "a field twice",
      withRules("- keyword: AI", "  likeCount: 50", "  likeCount: 60"),
      "f.yaml:7:9: the same field twice; keep one of them"
    ],
    [
      "both spellings",
      withRules("- keyword: AI", "  likeCount: 50", "  like_count: 60"),
      "f.yaml:7:21: like_count: also given as likeCount; use only one of the two spellings"
    ],
    [
      "a number as keyword",
      withRules("- keyword: 2330", "  likeCount: 50"),
      'f.yaml:5:18: keyword: expected string | null, found 2330; put it in quotes: "2330"'
    ],
    [
      "a text as threshold",
      withRules("- keyword: AI", '  likeCount: "50"'),
      'f.yaml:6:20: likeCount: expected number, found the text "50"; write a number without quotes'
    ],
    [
      "a threshold left empty",
      withRules("- keyword: AI", "  likeCount:"),
      "f.yaml:6:19: likeCount: expected number, found nothing; give a value or remove the field"
    ],
    ...["007", "1.50", "1e3", "0x1F", "12345678901234567890", "True"].map(
      (keyword) =>
        [
          `the keyword ${keyword}`,
          withRules(`- keyword: ${keyword}`, "  likeCount: 50"),
          `f.yaml:5:18: keyword: expected string | null, found ${keyword}; put it in quotes: "${keyword}"`
        ] as const
    ),
    [
      "a keyword that begins with #",
      withRules("- keyword: #台積電", "  likeCount: 600", "  lookbackHours: 24"),
      'f.yaml:5:9: keyword: nothing follows, because # begins a comment; put the keyword in quotes: "#台積電"'
    ],
    [
      "a keyword that begins with #, in braces",
      withRules("- { likeCount: 600, keyword: #ai", "    }"),
      "f.yaml:5:27: keyword: nothing follows"
    ],
    [
      "nothing after keyword",
      withRules("- likeCount: 600", "  keyword:", "  lookbackHours: 24"),
      "f.yaml:6:9: keyword: nothing follows; write the keyword, or remove the field"
    ],
    [
      "a keyword without a letter or digit",
      withRules("- keyword: 🔥🔥", "  likeCount: 50"),
      "f.yaml:5:18: keyword: needs at least one letter or digit"
    ],
    [
      "a handle for a keyword",
      withRules('- keyword: "@tesla"', "  likeCount: 50"),
      "f.yaml:5:18: keyword: is a handle, and handles are not searched; use `tesla` for the word"
    ],
    ...["10.0.0.1", "169.254.169.254", "internal", "example.com:5432"].map(
      (host) =>
        [
          `an endpoint at ${host}`,
          `${head}  - url: https://${host}/hook\n    rules: []\n`,
          "f.yaml:3:10: url: must "
        ] as const
    ),
    [
      "the same rule in another spelling",
      withRules(
        "- {keyword: Coffee, likeCount: 50}",
        "- {keyword: coffee, likeCount: 50}",
        "- {keyword: ＣＯＦＦＥＥ, likeCount: 50}"
      ),
      "f.yaml:6:9: the same rule as at f.yaml:5:9",
      "f.yaml:7:9: the same rule as at f.yaml:5:9"
    ],
    [
      "the same endpoint with a dot behind its host",
      `${head}  - url: https://example.com/a\n    rules: []\n  - url: https://example.com./a\n    rules: []\n`,
      "f.yaml:5:10: the same endpoint as at f.yaml:3:10"
    ],
    [
      "half a like",
      withRules("- keyword: AI", "  likeCount: 50.5"),
      "f.yaml:6:20: likeCount: must be a whole number from 0 to 1000000000"
    ],
    [
      "a low keyword threshold",
      withRules("- keyword: AI", "  likeCount: 9"),
      "f.yaml:6:20: likeCount: must be at least 10 in a keyword rule"
    ],
    [
      "a low trending threshold",
      withRules("- lookbackHours: 24", "  replyCount: 99"),
      "f.yaml:6:21: replyCount: must be at least 100 in a trending rule"
    ],
    [
      "no threshold",
      withRules("- keyword: AI"),
      "f.yaml:5:9: likeCount: at least one of likeCount, replyCount and viewCount is required"
    ],
    [
      "lookbackHours with a keyword",
      withRules("- keyword: AI", "  likeCount: 50", "  lookbackHours: 24"),
      "f.yaml:7:24: lookbackHours: a keyword rule always checks the last 24 hours"
    ],
    [
      "trending without lookbackHours",
      withRules("- likeCount: 500"),
      "f.yaml:5:9: lookbackHours: a trending rule (no keyword) needs lookbackHours"
    ],
    [
      "73 hours",
      withRules("- likeCount: 500", "  lookback_hours: 73"),
      "f.yaml:6:25: lookback_hours: must be a whole number from 1 to 72"
    ],
    [
      "German",
      withRules("- keyword: AI", "  likeCount: 50", "  language: de"),
      'f.yaml:7:19: language: expected "zh" | "zh-Hant"'
    ],
    [
      "a name that is a number",
      withRules("- name: 1", "  keyword: AI", "  likeCount: 50"),
      'f.yaml:5:15: name: expected string | null, found 1; put it in quotes: "1"'
    ],
    [
      "the same rule twice",
      withRules("- keyword: AI", "  likeCount: 50", "- {like_count: 50, keyword: AI, language: ZH}"),
      "f.yaml:7:9: the same rule as at f.yaml:5:9; remove one of the two"
    ],
    [
      "the same endpoint twice",
      `${head}  - url: https://example.com\n    rules: []\n  - url: HTTPS://EXAMPLE.com:443/#x\n    rules: []\n`,
      "f.yaml:5:10: the same endpoint as at f.yaml:3:10; write its rules in one place"
    ],
    ["a tab", `${head}\t- url: https://example.com\n`, "f.yaml:3:1: a tab as indentation; use spaces"],
    [
      "a tab that makes several errors",
      `${head}  - url: https://example.com\n    rules:\n\t- keyword: AI\n`,
      "f.yaml:5:1: a tab as indentation; use spaces"
    ],
    [
      "two documents",
      `${head}  []\n---\nversion: 1\n`,
      "f.yaml:4:1: a second document begins here; keep one document in the file"
    ],
    ["an unknown tag", withRules("- keyword: !secret AI", "  likeCount: 50"), "f.yaml:5:18: "],
    [
      "a line too far to the right",
      withRules("- keyword: AI", "   likeCount: 50"),
      "f.yaml:5:18: Nested mappings are not allowed in compact mappings; check the indentation"
    ],
    [
      "several mistakes",
      withRules("- keyword: AI", "  likeCount: 1", "- likeCount: 500"),
      "f.yaml:6:20: likeCount: must be at least 10",
      "f.yaml:7:9: lookbackHours: a trending rule"
    ]
  ])("with %s", (_, text, ...expected) => {
    const problems = problemsIn(text)
    assert.strictEqual(problems.length, expected.length, problems.join("\n"))
    for (const [index, start] of expected.entries()) assert.include(problems[index], start)
  })
})

describe("YAML 1.2", () => {
  it("reads no, on and 010 as text and numbers, not as YAML 1.1 did", () => {
    const read = readRuleFile(
      "f.yaml",
      withRules("- keyword: no", "  likeCount: 010", "- keyword: on", "  likeCount: 20")
    )
    assert.deepEqual(
      Result.isSuccess(read) &&
        read.success.endpoints[0]?.rules.map(({ content }) => [content.keyword, content.likeCount]),
      [
        ["no", 10],
        ["on", 20]
      ]
    )
  })

  it("takes anchors and aliases", () => {
    const text = withRules("- &base {keyword: AI, likeCount: &n 50}", "- {keyword: ML, likeCount: *n}")
    assert.deepEqual(problemsIn(text), [])
  })

  it("takes as many aliases as a file has use for", () => {
    const rules = Array.from(
      { length: 1_000 },
      (_, n) => `- {keyword: "詞${n}", likeCount: ${n === 0 ? "&n 50" : "*n"}}`
    )
    assert.deepEqual(problemsIn(withRules(...rules)), [])
  })

  it("refuses nests of aliases that would fill the memory, and names the line", () => {
    const nest = Array.from({ length: 12 }, (_, n) => `a${n}: &a${n} [${n === 0 ? "x" : `*a${n - 1},`.repeat(9)}]`)
    assert.include(problemsIn(`${nest.join("\n")}\n`)[0], "f.yaml:8:34: with this alias, the file has more than")
    assert.include(problemsIn("a: &a [*a]\n")[0], "f.yaml:1:8: with this alias")
  })
})
