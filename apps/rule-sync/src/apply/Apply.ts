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
  | { readonly kind: "endpoint"; readonly shown: string; readonly id: string; readonly adopted: boolean }
  | {
      readonly kind: "rule"
      readonly shown: string
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

export const stepCount = ({ endpoints }: Plan): number =>
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
  readonly shown: string
  readonly id: EndpointId
  readonly steps: ReadonlyArray<RuleStep>
}

export type Report = (done: StepDone) => Effect.Effect<void>

/** Requests under way at a time. */
const concurrency = 8

const makeRun = (report: Report) => {
  const failures: Array<ApiFailure> = []
  /** Endpoints of which the API refused a step: rules that were to go for new ones stay. */
  const refused = new Set<EndpointId>()
  const deleted = new Set<DeleteStep>()
  /** Endpoints that have had no room for a new rule: there, the old one goes first. */
  const full = new Set<EndpointId>()
  /** After a failure that other steps would have too. What is under way still ends. */
  let stopped = false

  const fail = (failure: ApiFailure) => {
    failures.push(failure)
    if (!failure.isFinal) stopped = true
  }

  const each = <A>(items: ReadonlyArray<A>, take: (item: A) => Effect.Effect<void, never, Webhooks>) =>
    Effect.forEach(items, (item) => (stopped ? Effect.void : take(item)), { concurrency, discard: true })

  const remove = Effect.fnUntraced(function* ({ shown }: Work, step: DeleteStep) {
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
    yield* report({ kind: "rule", shown, step, id, adopted: false })
  })

  const orFailure = <R>(work: Work, taken: Effect.Effect<void, ApiFailure, R>) =>
    Effect.catch(taken, (failure) => {
      refused.add(work.id)
      return Effect.sync(() => fail(failure))
    })

  /** Creates the rule, then deletes the one that it replaces. Returns the refusal if there is no room for it. */
  const create = Effect.fnUntraced(function* (work: Work, step: CreateStep) {
    const webhooks = yield* Webhooks
    const { content, position } = step.rule
    const result = yield* Effect.result(createOnce(webhooks.createRule(work.id, step.rule), findRule(work.id, content)))
    if (result._tag === "Success") {
      yield* report({ kind: "rule", shown: work.shown, step, ...result.success })
      if (step.before !== null) yield* remove(work, step.before)
      return null
    }
    const failure = reworded(result.failure, `${formatPosition(position)}: ${result.failure.message}`)
    return failure.outcome === "conflict" ? failure : yield* failure
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

  /** One at a time, so that no other rule takes the room that is made for this one. */
  const makeRoom = Effect.fnUntraced(function* (works: ReadonlyArray<Work>, work: Work, step: CreateStep) {
    if (step.before !== null) yield* remove(work, step.before)
    for (;;) {
      const refusal = yield* create(work, step)
      if (refusal === null) return
      const room = nextDelete(works, work, step)
      if (room === undefined) return yield* refusal
      yield* remove(...room)
    }
  })

  const ensureEndpoint = Effect.fnUntraced(function* (endpoint: EndpointPlan) {
    const { url, shown } = endpoint
    const steps = ruleSteps(endpoint)
    if (endpoint.id !== null) return [{ shown, id: endpoint.id, steps }]
    if (stopped) return []
    const webhooks = yield* Webhooks
    const result = yield* Effect.result(createOnce(webhooks.createEndpoint(endpoint), findEndpoint(url)))
    if (result._tag === "Failure") {
      fail(result.failure)
      return []
    }
    yield* report({ kind: "endpoint", shown, ...result.success })
    return [{ shown, id: result.success.id, steps }]
  })

  const run = Effect.fnUntraced(function* (plan: Plan) {
    const works: ReadonlyArray<Work> = (yield* Effect.forEach(plan.endpoints, ensureEndpoint, { concurrency })).flat()
    const all = works.flatMap((work) => work.steps.map((step) => ({ work, step })))
    const creates = all.flatMap(({ work, step }) => (step.kind === "create" ? [{ work, step }] : []))
    const later: Array<(typeof creates)[number]> = []
    yield* each(creates, (item) => {
      const { work, step } = item
      const putOff = () => {
        full.add(work.id)
        later.push(item)
      }
      if (full.has(work.id)) return Effect.sync(putOff)
      return orFailure(
        work,
        Effect.map(create(work, step), (refusal) => (refusal === null ? undefined : putOff()))
      )
    })
    for (const { work, step } of later) {
      if (!stopped) yield* orFailure(work, makeRoom(works, work, step))
    }
    yield* each(all, ({ work, step }) => {
      const isLeft = step.kind === "delete" && !deleted.has(step) && !refused.has(work.id)
      return isLeft ? orFailure(work, remove(work, step)) : Effect.void
    })
  })

  return { run, failures }
}

/**
 * Creates missing endpoints first, then rules, each before the one that it replaces is deleted, then deletes what is left.
 * What the API refuses for good ends neither the run nor the other endpoints; the endpoint keeps the rules that would have
 * been deleted after it.
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
  yield* run(plan)
  const [first] = failures
  if (first === undefined) return
  // If a step may have taken effect, "nothing was done" would be wrong.
  if (done > 0 || failures.some(({ outcome }) => outcome === "unknown")) {
    return yield* new PartlyApplied({ done, total, failures })
  }
  return yield* reworded(first, failures.map(({ message }) => message).join("\n"))
})
