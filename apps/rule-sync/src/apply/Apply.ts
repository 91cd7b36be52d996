/** Applies a plan. Safe to interrupt at any point: the next run plans what is left. */
import type { EndpointId } from "@heddle/api"
import { Data, Effect } from "effect"
import type { Actual } from "../plan/Actual.ts"
import type { EndpointPlan, Plan } from "../plan/Plan.ts"
import { formatPosition } from "../plan/Problem.ts"
import { type RuleContent, ruleKey, urlKey } from "../plan/RuleContent.ts"
import { type CreateStep, type DeleteStep, type RuleStep, ruleSteps } from "../plan/Steps.ts"
import { type ApiFailure, reworded } from "./ApiFailure.ts"
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

/** Some steps failed, after others had succeeded. */
export class PartlyApplied extends Data.TaggedError("PartlyApplied")<{
  readonly done: number
  readonly total: number
  readonly failures: ReadonlyArray<ApiFailure>
}> {
  override get message(): string {
    const next = this.failures.every(({ isFinal }) => isFinal)
      ? "Correct what is refused above; without a change, the next run would fail in the same way."
      : "Running the command again does the rest."
    return [
      ...this.failures.map(({ message }) => message),
      `${this.done} of ${this.total} steps are known to be done. ${next}`
    ].join("\n")
  }
}

const stepCount = ({ endpoints }: Plan): number =>
  endpoints.reduce((total, endpoint) => total + (endpoint.id === null ? 1 : 0) + ruleSteps(endpoint).length, 0)

const findEndpoint = (url: string) => (actual: Actual) => {
  const key = urlKey(url)
  return actual.find((endpoint) => urlKey(endpoint.url) === key)?.id
}

const findRule = (endpointId: EndpointId, content: RuleContent) => (actual: Actual) => {
  const key = ruleKey(content)
  return actual.find(({ id }) => id === endpointId)?.rules.find((rule) => ruleKey(rule.content) === key)?.id
}

/** The steps of an endpoint that exists. */
interface Work {
  readonly url: string
  readonly id: EndpointId
  readonly steps: ReadonlyArray<RuleStep>
}

type Report = (done: StepDone) => Effect.Effect<void>

const makeRun = (report: Report) => {
  const failures: Array<ApiFailure> = []
  /** Endpoints of which a rule was refused: what they have stays as it is. */
  const refused = new Set<EndpointId>()
  const deleted = new Set<DeleteStep>()
  /** Endpoints that had no room for a rule: what makes room for the next goes first. */
  const full = new Set<EndpointId>()

  /** Ends the run, unless the failure says only that this step is wrong in itself: others may be fine. */
  const fail = (failure: ApiFailure) => {
    failures.push(failure)
    return failure.isFinal ? Effect.void : Effect.fail(failure)
  }

  const remove = Effect.fnUntraced(function* ({ url }: Work, step: DeleteStep) {
    if (deleted.has(step)) return
    const webhooks = yield* Webhooks
    const { id } = step.rule
    // A rule that is already deleted is a success.
    yield* webhooks.deleteRule(id).pipe(
      Effect.catchIf(
        ({ outcome }) => outcome === "not-found",
        () => Effect.void
      )
    )
    deleted.add(step)
    yield* report({ kind: "rule", url, step, id, adopted: false })
  })

  const deletesOf = (work: Work): ReadonlyArray<readonly [Work, DeleteStep]> =>
    refused.has(work.id)
      ? []
      : work.steps.flatMap((step) => (step.kind === "delete" && !deleted.has(step) ? [[work, step] as const] : []))

  /** What the plan deletes anyway: the rule that is replaced first, last those whose replacement is still to come. */
  const nextDelete = (works: ReadonlyArray<Work>, work: Work, { before }: CreateStep) => {
    if (before !== null && !deleted.has(before)) return [work, before] as const
    const left = [...deletesOf(work), ...works.filter((other) => other !== work).flatMap(deletesOf)]
    return left.find(([, { replacedBy }]) => replacedBy === null) ?? left[0]
  }

  const create = Effect.fnUntraced(function* (works: ReadonlyArray<Work>, work: Work, step: CreateStep) {
    const webhooks = yield* Webhooks
    const { content, position } = step.rule
    if (full.has(work.id) && step.before !== null) yield* remove(work, step.before)
    for (;;) {
      const result = yield* Effect.result(createOnce(webhooks.createRule(work.id, content), findRule(work.id, content)))
      if (result._tag === "Success") {
        return yield* report({ kind: "rule", url: work.url, step, ...result.success })
      }
      const { message, outcome } = result.failure
      const room = outcome === "conflict" ? nextDelete(works, work, step) : undefined
      if (room === undefined) return yield* reworded(result.failure, `${formatPosition(position)}: ${message}`)
      full.add(work.id)
      yield* remove(...room)
    }
  })

  const ensureEndpoint = Effect.fnUntraced(function* (endpoint: EndpointPlan) {
    const { url } = endpoint
    const steps = ruleSteps(endpoint)
    if (endpoint.id !== null) return [{ url, id: endpoint.id, steps }]
    const webhooks = yield* Webhooks
    const result = yield* Effect.result(createOnce(webhooks.createEndpoint(url), findEndpoint(url)))
    if (result._tag === "Failure") return yield* Effect.as(fail(result.failure), [])
    yield* report({ kind: "endpoint", url, ...result.success })
    return [{ url, id: result.success.id, steps }]
  })

  const run = Effect.fnUntraced(function* (plan: Plan) {
    const works: ReadonlyArray<Work> = (yield* Effect.forEach(plan.endpoints, ensureEndpoint)).flat()
    for (const work of works) {
      for (const step of work.steps) {
        if (step.kind === "delete" && refused.has(work.id)) continue
        const taken = step.kind === "create" ? create(works, work, step) : remove(work, step)
        yield* Effect.catch(taken, (failure) => {
          refused.add(work.id)
          return fail(failure)
        })
      }
    }
  })

  return { run, failures }
}

/**
 * Creates missing endpoints first, then runs each endpoint's `ruleSteps`. What the API refuses for good ends neither the
 * run nor the other endpoints; the endpoint keeps the rules that would have been deleted after it.
 */
export const apply = Effect.fnUntraced(function* (
  plan: Plan,
  report: Report
): Effect.fn.Return<void, ApiFailure | PartlyApplied, Webhooks> {
  const total = stepCount(plan)
  let done = 0
  const { run, failures } = makeRun((step) => {
    done += 1
    return report(step)
  })
  yield* Effect.ignore(run(plan))
  const [first] = failures
  if (first === undefined) return
  // If a step may have taken effect, "nothing was done" would be wrong.
  if (done > 0 || failures.some(({ outcome }) => outcome === "unknown")) {
    return yield* new PartlyApplied({ done, total, failures })
  }
  return yield* reworded(first, failures.map(({ message }) => message).join("\n"))
})
