/** Warnings about the side effects of a plan. */
import { keywordLookbackHours, webhookEventPrice } from "@heddle/api"
import { counts, type Plan } from "../plan/Plan.ts"
import { plural } from "./Words.ts"

const windowHours = (plan: Plan): number =>
  Math.max(
    0,
    ...plan.endpoints.flatMap(({ replacements }) =>
      replacements.map(({ after }) => after.content.lookbackHours ?? keywordLookbackHours)
    )
  )

export const warnings = (plan: Plan): ReadonlyArray<string> => {
  const { replace } = counts(plan)
  if (replace === 0) return []
  return [
    `The API cannot edit a rule: ${plural(replace, "rule")} will be created again and the old one deleted. A new rule does not ` +
      `know what the old one sent: matching posts of its check window (up to ${windowHours(plan)} hours) can be sent again, ` +
      `charged ${webhookEventPrice} credits each.`
  ]
}
