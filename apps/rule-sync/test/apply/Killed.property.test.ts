/** Runs that end in the middle, for any plan: killed before or after any request, or without its answer. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, it } from "@effect/vitest"
import { Clock, Deferred, Effect, Fiber, Layer, Ref } from "effect"
import * as fc from "fast-check"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runs } from "../../../../test/support/Runs.ts"
import { applyNow, planNow } from "../../src/apply/RuleMapFile.ts"
import type { Desired } from "../../src/plan/Desired.ts"
import { isEmpty } from "../../src/plan/Plan.ts"
import { ruleKey } from "../../src/plan/RuleContent.ts"
import { desired } from "../support/Arbitraries.ts"
import { client } from "../support/Client.ts"
import { ModelApi } from "../support/ModelApi.ts"

/** The longest window. */
const window = 72 * 60 * 60 * 1_000

const named: fc.Arbitrary<Desired> = fc
  .tuple(desired, fc.infiniteStream(fc.constantFrom(null, "a", "b")), fc.infiniteStream(fc.boolean()))
  .map(([{ endpoints }, names, deferred]) => ({
    endpoints: endpoints.map(({ url, rules }) => ({
      url,
      rules: rules.map((rule) => ({
        ...rule,
        name: names.next().value,
        handover: deferred.next().value ? ("deferred" as const) : ("immediate" as const)
      }))
    }))
  }))

const rulesOf = ({ endpoints }: Desired) => endpoints.reduce((sum, { rules }) => sum + rules.length, 0)

/** The time is real, and goes ahead by what the test says. */
const aheadBy = (ahead: Ref.Ref<number>) =>
  Effect.map(Effect.clockWith(Effect.succeed), (clock): Clock.Clock => ({
    ...clock,
    currentTimeMillisUnsafe: () => clock.currentTimeMillisUnsafe() + Ref.getUnsafe(ahead),
    currentTimeMillis: Effect.sync(() => clock.currentTimeMillisUnsafe() + Ref.getUnsafe(ahead)),
    currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe(),
    currentTimeNanos: clock.currentTimeNanos,
    sleep: (duration) => clock.sleep(duration)
  }))

const ends = ["killed before", "killed after", "without an answer"] as const

const program = (before: Desired, after: Desired, room: number | null, ruleMap: string) =>
  Effect.gen(function* () {
    const { state, faults } = yield* ModelApi
    const ahead = yield* Ref.make(0)
    const clock = yield* aheadBy(ahead)
    const sync = (file: Desired) =>
      Effect.gen(function* () {
        yield* applyNow(yield* planNow(file, ruleMap), ruleMap, () => Effect.void)
      }).pipe(Effect.provideService(Clock.Clock, clock))
    const foreign = state.addEndpoint("https://other.example/hook")
    if (foreign !== null) state.addRule(foreign, { keyword: "others", likeCount: 10 })
    yield* sync(before)
    const start = { endpoints: structuredClone(state.endpoints), map: readFileSync(ruleMap) }
    faults.reset()
    yield* sync(after)
    const total = faults.requests.length
    const old = new Set(start.endpoints.flatMap(({ rules }) => rules.map(({ id }): string => id)))
    /** By endpoint and content, the rule of before of which each rule is a later form; null for none. */
    const origins = Effect.gen(function* () {
      const { map, plan } = yield* planNow(after, ruleMap).pipe(Effect.provideService(Clock.Clock, clock))
      const found = plan.endpoints.flatMap(({ url, unchanged }) =>
        unchanged.map(({ actual: { id, content } }) => {
          const first = map.rules[id]?.first ?? ""
          return `${url} ${ruleKey(content)} ${old.has(first) ? first : "new"}`
        })
      )
      return found.toSorted()
    })
    yield* Ref.update(ahead, (millis) => millis + window)
    yield* sync(after)
    const expected = yield* origins
    if (room !== null) {
      const others = state.endpoints.filter(({ url }) => !after.endpoints.some((endpoint) => endpoint.url === url))
      const kept = others.reduce((sum, { rules }) => sum + rules.length, 0)
      state.maxRulesPerAccount = room + Math.max(rulesOf(before) + 1, rulesOf(after) + kept)
    }
    for (let n = 1; n <= total; n++) {
      for (const end of ends) {
        state.endpoints = structuredClone(start.endpoints)
        writeFileSync(ruleMap, start.map)
        faults.reset()
        const reached = yield* Deferred.make<void>()
        const killed = yield* Deferred.make<void>()
        const reach = (request: number) =>
          request === n ? Effect.andThen(Deferred.succeed(reached, undefined), Deferred.await(killed)) : Effect.void
        if (end === "killed after") faults.done = reach
        else
          faults.decide = (request) => (request === n ? (end === "killed before" ? "dropRequest" : "dropReply") : null)
        if (end === "killed before") faults.arrived = reach
        const run = yield* Effect.forkChild(sync(after))
        yield* Effect.race(Deferred.await(reached), Effect.exit(Fiber.join(run)))
        yield* Fiber.interrupt(run)
        yield* Deferred.succeed(killed, undefined)
        const cut = faults.creations.length
        faults.arrived = () => Effect.void
        faults.done = () => Effect.void
        faults.decide = () => null
        yield* sync(after)
        yield* Ref.update(ahead, (millis) => millis + window)
        yield* sync(after)
        const what = `request ${n} of ${total}, ${end}, ${cut} created`
        for (const { url, rules } of after.endpoints) {
          assert.deepEqual(state.contents(url), rules.map(({ content }) => ruleKey(content)).toSorted(), what)
        }
        assert.deepEqual(
          state.endpoints.find(({ id }) => id === foreign?.id)?.rules,
          foreign?.rules,
          `${what}: a rule of others`
        )
        // A rule that is created twice sends its window twice.
        assert.strictEqual(new Set(faults.creations).size, faults.creations.length, what)
        const planned = yield* planNow(after, ruleMap).pipe(Effect.provideService(Clock.Clock, clock))
        assert.isTrue(isEmpty(planned.plan), what)
        const ids = state.endpoints.flatMap(({ rules }) => rules.map(({ id }) => id))
        assert.isTrue(
          ids.every((id) => planned.map.rules[id] !== undefined && planned.map.rules[id].retiredAt === undefined)
        )
        assert.deepEqual(planned.map.pending, [], what)
        assert.deepEqual(yield* origins, expected, what)
      }
    }
  })

it.live(
  "the next run converges, without twins, and touches nothing of others",
  () =>
    Effect.promise(() =>
      fc.assert(
        fc.asyncProperty(named, named, fc.option(fc.nat(2)), async (before, after, room) => {
          const folder = mkdtempSync(join(tmpdir(), "heddle-rules-"))
          await program(before, after, room, join(folder, "rule-map.json")).pipe(
            Effect.provide(client.pipe(Layer.provideMerge(ModelApi.layer), Layer.merge(NodeServices.layer)), {
              local: true
            }),
            Effect.scoped,
            Effect.ensuring(Effect.sync(() => rmSync(folder, { recursive: true }))),
            Effect.runPromise
          )
        }),
        { numRuns: runs(3) }
      )
    ),
  200_000 * runs(1)
)
