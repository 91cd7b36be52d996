/** The real command, killed at each of its requests: the next run completes the work, and the rule map is whole. */
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { spawn } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { ruleContent, ruleInput, ruleKey } from "../../src/plan/RuleContent.ts"
import { goodKey, ModelApi } from "../support/ModelApi.ts"
import { bin, folderWith, run } from "../support/Run.ts"

const url = "https://example.com/hooks/heddle"
const old = ["a", "b", "gone"].map((keyword) => ruleContent({ keyword, likeCount: 10 }))
const wanted = ["a", "b", "new"].map((keyword) => ruleContent({ keyword, likeCount: 20 }))
const file = JSON.stringify({ version: 1, endpoints: [{ url, rules: wanted.map(ruleInput) }] })
const apply = ["apply", "--rule-map", "map.json", "--allow-deletes", "9"]

/** List, three creations, three deletions, list. */
const requests = 8

it.live("killed before or after each request is carried out", () =>
  Effect.gen(function* () {
    const { state, faults, baseUrl } = yield* ModelApi
    for (let n = 1; n <= requests; n++) {
      faults.reset()
      const isCarriedOut = n % 2 === 0
      state.endpoints = []
      const endpoint = state.addEndpoint(url)
      if (endpoint !== null) for (const content of old) state.addRule(endpoint, ruleInput(content))
      const cwd = yield* folderWith(file)
      const env = { HEDDLE_API_KEY: goodKey, HEDDLE_API_URL: baseUrl }
      const child = spawn(process.execPath, [bin, ...apply], { cwd, env })
      const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once("exit", (_, signal) => resolve(signal)))
      const kill = (request: number) =>
        Effect.promise(async () => void (request === n && child.kill("SIGKILL") && (await ended)))
      if (isCarriedOut) faults.done = kill
      else {
        faults.arrived = kill
        faults.decide = (request) => (request === n ? "dropRequest" : null)
      }
      assert.strictEqual(yield* Effect.promise(() => ended), "SIGKILL", `request ${n}`)
      faults.arrived = faults.done = () => Effect.void
      faults.decide = () => null
      const next = yield* run(apply, { cwd, env })
      assert.strictEqual(next.code, 0, next.stderr)
      assert.deepEqual(state.contents(url), wanted.map(ruleKey).toSorted(), `request ${n}`)
      assert.strictEqual(new Set(faults.creations).size, faults.creations.length, `request ${n}`)
      const { rules, pending = [] } = JSON.parse(readFileSync(join(cwd, "map.json"), "utf8"))
      assert.deepEqual(pending, [])
      const ids = endpoint?.rules.map(({ id }) => id) ?? []
      assert.deepEqual(
        ids.map((id) => rules[id]?.first !== undefined),
        ids.map(() => true)
      )
    }
  }).pipe(Effect.provide(ModelApi.layer, { local: true }), Effect.scoped)
)
