/** Applies a plan. Safe to interrupt at any point: the next run plans what is left. */
import type { EndpointId } from "@heddle/api"
import { Data, Effect } from "effect"
import { formatPosition } from "../plan/Problem.ts"
import type { Actual } from "../plan/Actual.ts"
import { normalizeUrl } from "../plan/EndpointUrl.ts"
import type { EndpointPlan, Plan } from "../plan/Plan.ts"
import { type RuleContent, ruleKey } from "../plan/RuleContent.ts"
import { type RuleStep, ruleSteps } from "../plan/Steps.ts"
import { ApiFailure } from "./ApiFailure.ts"
import { createOnce } from "./CreateOnce.ts"
import { Webhooks } from "./Webhooks.ts"

export type StepDone =
  | { readonly kind: "endpoint"; readonly url: string; readonly id: string; readonly adopted: boolean }
  | {
      readonly kind: "rule"
      readonly url: string
      readonly step: RuleStep
      readonly id: string
      readonly adopted: boolean
    }

/** A step failed after others had succeeded. */
export class PartlyApplied extends Data.TaggedError("PartlyApplied")<{
  readonly done: number
  readonly total: number
  readonly failure: ApiFailure
}> {
  override get message(): string {
    return `${this.failure.message}\n${this.done} of ${this.total} steps are known to be done. Running the command again does the rest.`
  }
}

const stepCount = ({ endpoints }: Plan): number =>
  endpoints.reduce((total, endpoint) => total + (endpoint.id === null ? 1 : 0) + ruleSteps(endpoint).length, 0)

const findEndpoint = (url: string) => (actual: Actual) =>
  actual.find((endpoint) => normalizeUrl(endpoint.url) === normalizeUrl(url))?.id

const findRule = (endpointId: EndpointId, content: RuleContent) => (actual: Actual) =>
  actual.find(({ id }) => id === endpointId)?.rules.find((rule) => ruleKey(rule.content) === ruleKey(content))?.id

const runStep = Effect.fnUntraced(function* (endpointId: EndpointId, step: RuleStep) {
  const webhooks = yield* Webhooks
  if (step.kind === "create") {
    const { content } = step.rule
    return yield* createOnce(webhooks.createRule(endpointId, content), findRule(endpointId, content)).pipe(
      Effect.mapError(({ message, outcome }) => {
        const place = formatPosition(step.rule.position)
        return new ApiFailure({ message: `${place}: ${message}`, outcome })
      })
    )
  }
  const { id } = step.rule
  // A rule that is already deleted is a success.
  yield* webhooks.deleteRule(id).pipe(
    Effect.catchIf(
      ({ outcome }) => outcome === "not-found",
      () => Effect.void
    )
  )
  return { id, adopted: false }
})

type Report = (done: StepDone) => Effect.Effect<void>

const ensureEndpoint = Effect.fnUntraced(function* (endpoint: EndpointPlan, report: Report) {
  const { id, url } = endpoint
  if (id !== null) return { endpoint, id }
  const webhooks = yield* Webhooks
  const created = yield* createOnce(webhooks.createEndpoint(url), findEndpoint(url))
  yield* report({ kind: "endpoint", url, ...created })
  return { endpoint, id: created.id }
})

const runSteps = Effect.fnUntraced(function* (plan: Plan, report: Report) {
  const ready = yield* Effect.forEach(plan.endpoints, (endpoint) => ensureEndpoint(endpoint, report))
  for (const { endpoint, id } of ready) {
    for (const step of ruleSteps(endpoint)) {
      const result = yield* runStep(id, step)
      yield* report({ kind: "rule", url: endpoint.url, step, ...result })
    }
  }
})

/** Creates missing endpoints first, then runs each endpoint's `ruleSteps`. */
export const apply = Effect.fnUntraced(function* (
  plan: Plan,
  report: Report
): Effect.fn.Return<void, ApiFailure | PartlyApplied, Webhooks> {
  const total = stepCount(plan)
  let done = 0
  const counted = (step: StepDone) => {
    done += 1
    return report(step)
  }
  yield* runSteps(plan, counted).pipe(
    // If the first step may have taken effect, "nothing was done" would be wrong.
    Effect.mapError((failure) =>
      done === 0 && failure.outcome !== "unknown" ? failure : new PartlyApplied({ done, total, failure })
    )
  )
})
