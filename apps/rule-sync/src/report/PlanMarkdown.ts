/** A plan for a comment on a pull request: under the 65,536 characters that forges accept, deletes first. */
import type { Prices } from "../apply/Previews.ts"
import { digestsOf } from "../plan/Digests.ts"
import type { EndpointPlan, Plan } from "../plan/Plan.ts"
import { endpointLines, notesOf, summaryText } from "./PlanText.ts"
import { plural } from "./Words.ts"

const maxCharacters = 60_000
/** The lines between which the diff stands, at their longest. */
const aroundCharacters = 500

const changes = ({ id, creates, replacements, deletes, waiting }: EndpointPlan): boolean =>
  id === null || creates.length + replacements.length + deletes.length + waiting.length > 0

/** Where the sign stands at the beginning, forges colour the line. */
const diffLine = (line: string): string =>
  line.replace(/^( *)([+~-])(?= )/, (_, space: string, sign: string) => `${sign === "~" ? "!" : sign}${space}`)

const diffLines = (plan: Plan, prices: Prices | null): ReadonlyArray<string> =>
  plan.endpoints
    .filter(changes)
    .flatMap((endpoint) => {
      const [head = "", ...lines] = endpointLines(endpoint, prices)
      const isDelete = (line: string) => line.startsWith("  - ")
      return [head, ...lines.filter(isDelete), ...lines.filter((line) => !isDelete(line))]
    })
    .map(diffLine)

const fitting = (lines: ReadonlyArray<string>, characters: number): ReadonlyArray<string> => {
  let length = 0
  const end = lines.findIndex((line) => {
    length += line.length + 1
    return length > characters
  })
  return end === -1 ? lines : lines.slice(0, end)
}

export const planMarkdown = (plan: Plan, prices: Prices | null): string => {
  const head = ["### heddle-rules", "", summaryText(plan), "", ...notesOf(plan, prices).map((note) => `- ${note}`), ""]
  const all = diffLines(plan, prices)
  const lines = fitting(all, maxCharacters - head.join("\n").length - aroundCharacters)
  // Longer than any in a keyword.
  const fence = "`".repeat(1 + Math.max(2, ...[...lines.join("\n").matchAll(/`+/g)].map(([ticks]) => ticks.length)))
  return [
    ...head,
    ...(lines.length === 0 ? [] : [`${fence}diff`, ...lines, fence, ""]),
    ...(lines.length === all.length ? [] : [`${plural(all.length - lines.length, "more line")} in the plan file.`, ""]),
    `Plan \`${digestsOf(plan).steps.slice(0, 12)}\``,
    ""
  ].join("\n")
}
