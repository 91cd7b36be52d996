/** Completed steps as text and as JSON. */
import type { StepDone } from "../apply/Apply.ts"
import { ruleInput } from "../plan/RuleContent.ts"
import { desiredText, ruleText } from "./RuleText.ts"

export const stepText = (done: StepDone): string => {
  const adopted = "adopted" in done && done.adopted ? " (existed already)" : ""
  if (done.kind === "endpoint") return `created endpoint ${done.shown} as ${done.id}${adopted}`
  return done.step.kind === "create"
    ? `created ${done.id}: ${desiredText(done.step.rule)}${adopted}`
    : `deleted ${done.id}: ${ruleText(done.step.rule.content)}`
}

export const stepJson = (done: StepDone) =>
  done.kind === "endpoint"
    ? { action: "create_endpoint", url: done.shown, id: done.id, adopted: done.adopted }
    : {
        action: `${done.step.kind}_rule`,
        url: done.shown,
        id: done.id,
        adopted: done.adopted,
        rule: ruleInput(done.step.rule.content)
      }

export const secretHint = "The signing secret of a new endpoint is not printed; GET /webhook/endpoints returns it."
