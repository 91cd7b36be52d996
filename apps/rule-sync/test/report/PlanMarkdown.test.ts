import { EndpointId, RuleId } from "@heddle/api"
import { assert, it } from "vitest"
import { plan } from "../../src/plan/Plan.ts"
import { ruleContent } from "../../src/plan/RuleContent.ts"
import { planMarkdown } from "../../src/report/PlanMarkdown.ts"
import { desiredRule } from "../support/Arbitraries.ts"

const url = "https://a.example/hook"
const planOf = (wanted: ReadonlyArray<string>, there: ReadonlyArray<string>) =>
  plan({ endpoints: [{ url, rules: wanted.map((keyword) => desiredRule(ruleContent({ keyword, likeCount: 10 }))) }] }, [
    {
      id: EndpointId.make("ep_1"),
      url,
      rules: there.map((keyword, n) => ({
        id: RuleId.make(`rule_${n}`),
        content: ruleContent({ keyword, likeCount: 10 })
      }))
    }
  ])

const many = (letter: string, count: number) => Array.from({ length: count }, (_, n) => `${letter}${n}`)

it("a plan of 5,000 changes fits into a comment, with all counts, the deletes first, and what was left out", () => {
  const page = planMarkdown(planOf(many("新", 4_900), many("gone", 100)), null)
  assert.isBelow(page.length, 60_000)
  assert.include(page, "4900 to create, 0 to replace, 100 to delete")
  assert.strictEqual(page.match(/^- {3}delete/gm)?.length, 100)
  assert.match(page, /\n[0-9]+ more lines in the plan file\.\n\nPlan `[0-9a-f]{12}`\n$/)
})

it("a keyword cannot end the block that it stands in", () => {
  const page = planMarkdown(planOf(["````\n# a title"], []), null)
  assert.match(page, /^`````diff$/m)
  assert.notMatch(page, /^# a title/m)
})

it("an unchanged plan has no block", () => {
  assert.include(planMarkdown(planOf(["a"], ["a"]), null), "No changes: 1 rule as in the file.\n")
  assert.notInclude(planMarkdown(planOf(["a"], ["a"]), null), "```")
})
