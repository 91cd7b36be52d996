import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { apply, type StepDone } from "../../src/apply/Apply.ts"
import { Webhooks } from "../../src/apply/Webhooks.ts"
import { isEmpty, plan } from "../../src/plan/Plan.ts"
import { type RuleContent, ruleInput, ruleKey } from "../../src/plan/RuleContent.ts"
import { desiredRule } from "../support/Arbitraries.ts"
import { client } from "../support/Client.ts"
import type { Fault } from "../support/Faults.ts"
import { ModelApi, refusedKeyword } from "../support/ModelApi.ts"
import type { ModelState } from "../support/ModelState.ts"

const known = "https://a.example/hook"
const fresh = "https://b.example/hook"
const foreign = "https://other.example/hook"

const rule = (keyword: string | null, likeCount: number): RuleContent => ({
  keyword,
  likeCount,
  replyCount: null,
  viewCount: null,
  lookbackHours: keyword === null ? 24 : null,
  language: "zh"
})

const desired = {
  endpoints: [
    { url: known, rules: [rule("stays", 50), rule("edited", 60), rule("added", 50)].map(desiredRule) },
    { url: fresh, rules: [rule("new", 50), rule(null, 1_000)].map(desiredRule) }
  ]
}

const fill = (state: ModelState) => {
  for (const [url, rules] of [
    [known, [rule("stays", 50), rule("edited", 50), rule("gone", 50)]],
    [foreign, [rule("foreign", 50)]]
  ] as const) {
    const endpoint = state.addEndpoint(url)
    if (endpoint !== null) for (const content of rules) state.addRule(endpoint, ruleInput(content))
  }
}

const sync = (report: (done: StepDone) => Effect.Effect<void> = () => Effect.void) =>
  Effect.gen(function* () {
    const webhooks = yield* Webhooks
    const made = plan(desired, yield* webhooks.list)
    yield* apply(made, report)
    return made
  })

const world = client.pipe(Layer.provideMerge(ModelApi.layer))
const inWorld = <A, E>(program: Effect.Effect<A, E, ModelApi | Webhooks>) =>
  program.pipe(Effect.provide(world, { local: true }), Effect.scoped)

const assertConverged = Effect.gen(function* () {
  const { state, faults } = yield* ModelApi
  for (const { url, rules } of desired.endpoints) {
    assert.deepEqual(state.contents(url), rules.map(({ content }) => ruleKey(content)).toSorted())
  }
  assert.strictEqual(state.endpoints.length, 3)
  assert.deepEqual(state.contents(foreign), [ruleKey(rule("foreign", 50))])
  faults.reset()
  assert.isTrue(isEmpty(yield* sync()))
  assert.deepEqual(faults.writes, [])
})

/** List, one endpoint, four creates, two deletes. */
const requestsOfOneRun = 8

describe("apply", () => {
  it.live("makes the calls of the plan, and none a second time", () =>
    inWorld(
      Effect.gen(function* () {
        const { state, faults } = yield* ModelApi
        fill(state)
        const steps: Array<StepDone> = []
        yield* sync((done) => Effect.sync(() => steps.push(done)))
        assert.strictEqual(faults.requests.length, requestsOfOneRun)
        assert.strictEqual(steps.length, requestsOfOneRun - 1)
        yield* assertConverged
      })
    )
  )

  it.live("takes a rule that exists already (409) as done", () =>
    inWorld(
      Effect.gen(function* () {
        const { state } = yield* ModelApi
        fill(state)
        const webhooks = yield* Webhooks
        const made = plan(desired, yield* webhooks.list)
        const [endpoint] = state.endpoints
        if (endpoint !== undefined) state.addRule(endpoint, ruleInput(rule("added", 50)))
        const adopted: Array<boolean> = []
        yield* apply(made, (done) => Effect.sync(() => adopted.push(done.adopted)))
        assert.strictEqual(adopted.filter(Boolean).length, 1)
        yield* assertConverged
      })
    )
  )

  it.live("takes a rule that is gone already (404) as deleted", () =>
    inWorld(
      Effect.gen(function* () {
        const { state } = yield* ModelApi
        fill(state)
        const webhooks = yield* Webhooks
        const made = plan(desired, yield* webhooks.list)
        for (const { id } of made.endpoints.flatMap(({ deletes }) => deletes)) state.deleteRule(id)
        yield* apply(made, () => Effect.void)
        yield* assertConverged
      })
    )
  )
})

const faultKinds: ReadonlyArray<Fault> = [
  "dropRequest",
  "dropReply",
  "errorBefore",
  "errorAfter",
  "tooMany",
  "unavailable"
]
const cases = faultKinds.flatMap((fault) => [true, false].map((refusesTwins) => ({ fault, refusesTwins })))

describe.each(cases)("with $fault (an API that refuses twins: $refusesTwins)", ({ fault, refusesTwins }) => {
  for (let n = 1; n <= requestsOfOneRun; n++) {
    it.live(`of request ${n} alone, one run converges`, () =>
      inWorld(
        Effect.gen(function* () {
          const { state, faults } = yield* ModelApi
          fill(state)
          state.refusesTwins = refusesTwins
          faults.decide = (request) => (request === n ? fault : null)
          yield* sync()
          yield* assertConverged
        })
      )
    )

    it.live(`of every request from ${n} on, the next run converges`, () =>
      inWorld(
        Effect.gen(function* () {
          const { state, faults } = yield* ModelApi
          fill(state)
          state.refusesTwins = refusesTwins
          faults.decide = (request) => (request >= n ? fault : null)
          const failure = yield* Effect.flip(sync())
          assert.strictEqual(failure._tag, n <= 2 && !(n === 2 && fault !== "tooMany") ? "ApiFailure" : "PartlyApplied")
          faults.reset()
          yield* sync()
          yield* assertConverged
        })
      )
    )
  }
})

describe("a run that is interrupted", () => {
  for (let n = 1; n <= requestsOfOneRun; n++) {
    it.live(`at request ${n} is completed by the next`, () =>
      inWorld(
        Effect.gen(function* () {
          const { state, faults } = yield* ModelApi
          fill(state)
          const reached = yield* Deferred.make<void>()
          faults.arrived = (request) =>
            request === n ? Deferred.succeed(reached, undefined).pipe(Effect.asVoid) : Effect.void
          const run = yield* Effect.forkChild(sync())
          yield* Deferred.await(reached)
          yield* Fiber.interrupt(run)
          faults.reset()
          yield* sync()
          yield* assertConverged
        })
      )
    )
  }
})

describe("a rule that the API refuses", () => {
  const withRefused = {
    endpoints: [
      { url: known, rules: [rule("stays", 50), rule(refusedKeyword, 50), rule("added", 50)].map(desiredRule) },
      { url: fresh, rules: [rule("new", 50)].map(desiredRule) }
    ]
  }

  it.live("keeps the old rules of its endpoint and stops nothing else; the message does not advise another run", () =>
    inWorld(
      Effect.gen(function* () {
        const { state } = yield* ModelApi
        fill(state)
        const webhooks = yield* Webhooks
        const failure = yield* Effect.flip(apply(plan(withRefused, yield* webhooks.list), () => Effect.void))
        assert.include(failure.message, "test.yaml:1:1: creating a rule: ")
        assert.include(failure.message, "keyword: is not liked here")
        assert.notMatch(failure.message, /again/)
        const keys = (rules: ReadonlyArray<RuleContent>) => rules.map(ruleKey).toSorted()
        assert.deepEqual(
          state.contents(known),
          keys([rule("stays", 50), rule("edited", 50), rule("gone", 50), rule("added", 50)])
        )
        assert.deepEqual(state.contents(fresh), keys([rule("new", 50)]))
      })
    )
  )
})
