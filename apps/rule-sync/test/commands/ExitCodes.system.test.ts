import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema, type Scope } from "effect"
import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { oldestNode } from "../../../../test/support/OldestNode.ts"
import { closedAddress, folderWith, run } from "../support/Run.ts"
import { goodKey, keyWithoutPlan, ModelApi } from "../support/ModelApi.ts"

const file = `version: 1
endpoints:
  - url: https://example.com/hooks/heddle
    rules:
      - name: brand
        keyword: 台積電
        likeCount: 50
        language: zh-Hant
      - lookbackHours: 24
        likeCount: 1000
`

const inFolder = (text: string, settings: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function* () {
    const { baseUrl } = yield* ModelApi
    const cwd = yield* folderWith(text)
    const env = { HEDDLE_API_KEY: goodKey, HEDDLE_API_URL: baseUrl, ...settings }
    return (...args: ReadonlyArray<string>) => run(args, { cwd, env })
  })

const withApi = <A, E>(program: Effect.Effect<A, E, ModelApi | Scope.Scope>) =>
  program.pipe(Effect.provide(ModelApi.layer, { local: true }), Effect.scoped)

const Summary = Schema.fromJsonString(
  Schema.Struct({ format: Schema.String, version: Schema.Int, counts: Schema.Record(Schema.String, Schema.Int) })
)

describe("heddle-rules", () => {
  it.live("plan 2, apply 0, plan 0, apply 0 without a write", () =>
    withApi(
      Effect.gen(function* () {
        const { faults } = yield* ModelApi
        const heddleRules = yield* inFolder(file)
        const planned = yield* heddleRules("plan")
        assert.strictEqual(planned.code, 2, planned.stderr)
        assert.include(planned.stdout, '+ create   "brand": keyword "台積電", likes >= 50, zh-Hant')
        assert.deepEqual(new Set(faults.writes), new Set(["POST /webhook/rules/preview"]))
        const applied = yield* heddleRules("apply", "heddle.rules.yaml")
        assert.strictEqual(applied.code, 0, applied.stderr)
        assert.include(applied.stdout, "Applied: 3 steps done.")
        assert.include(applied.stdout, "GET /webhook/endpoints")
        assert.notInclude(applied.stdout + applied.stderr, "whsec_")
        assert.strictEqual((yield* heddleRules("plan")).code, 0)
        faults.reset()
        assert.strictEqual((yield* heddleRules("apply")).code, 0)
        assert.deepEqual(faults.writes, [])
      })
    )
  )

  it.live("plan --json is one versioned document without secrets", () =>
    withApi(
      Effect.gen(function* () {
        const { state } = yield* ModelApi
        state.addEndpoint("https://example.com/hooks/heddle")
        const { code, stdout } = yield* Effect.flatMap(inFolder(file), (heddleRules) => heddleRules("plan", "--json"))
        assert.strictEqual(code, 2)
        const { format, version, counts } = yield* Schema.decodeUnknownEffect(Summary)(stdout)
        assert.deepEqual([format, version], ["heddle-rules/plan", 1])
        assert.deepEqual(counts, { endpointsToCreate: 0, create: 2, replace: 0, delete: 0, unchanged: 0, waiting: 0 })
        assert.notInclude(stdout, "whsec_")
      })
    )
  )

  it.live("a plan says how the API reads a keyword", () =>
    withApi(
      Effect.gen(function* () {
        const { state } = yield* ModelApi
        state.addEndpoint("https://example.com/hooks/heddle")
        const heddleRules = yield* inFolder(file.replace("keyword: 台積電", "keyword: カフェ"))
        const { stdout } = yield* heddleRules("plan")
        assert.match(
          stdout,
          /\+ create .*カフェ.*\n {6}notice {3}The keyword `カフェ` is Japanese, and this rule finds only/
        )
      })
    )
  )

  it.live("a replacement is reported with its price", () =>
    withApi(
      Effect.gen(function* () {
        const { state, faults } = yield* ModelApi
        const endpoint = state.addEndpoint("https://example.com/hooks/heddle")
        if (endpoint !== null) state.addRule(endpoint, { keyword: "台積電", likeCount: 40, language: "zh-Hant" })
        const heddleRules = yield* inFolder(file)
        const { stdout } = yield* heddleRules("plan")
        assert.include(stdout, '~ replace  rule_000002: keyword "台積電", likes >= 40, zh-Hant')
        assert.include(stdout, "(sends 3 posts at once, 2 of them again: 60 credits)")
        assert.include(stdout, "Cost: the new rules send 6 posts at once, of which 2 were sent before: 120 credits.")
        state.hasPreviews = false
        const unasked = yield* heddleRules("plan")
        assert.include(unasked.stdout, "can be sent again, charged 20 credits each")
        state.hasPreviews = true
        const writes = faults.writes.length
        const refused = yield* heddleRules("apply", "--max-resend=1")
        assert.strictEqual(refused.code, 3)
        assert.include(refused.stderr, "add --max-resend=2")
        assert.deepEqual(new Set(faults.writes.slice(writes)), new Set(["POST /webhook/rules/preview"]))
        assert.strictEqual((yield* heddleRules("apply", "--max-resend=2")).code, 0)
      })
    )
  )

  it.live("apply of a plan file does exactly that plan: 0, or 5 when the files or the rules have changed", () =>
    withApi(
      Effect.gen(function* () {
        const { state, faults } = yield* ModelApi
        const endpoint = state.addEndpoint("https://example.com/hooks/heddle")
        const heddleRules = yield* inFolder(file)
        assert.strictEqual((yield* heddleRules("plan", "--out", "plan.json")).code, 2)
        if (endpoint !== null) state.addRule(endpoint, { keyword: "others", likeCount: 10 })
        const writes = faults.writes.length
        const moved = yield* heddleRules("apply", "plan.json")
        assert.strictEqual(moved.code, 5)
        assert.include(moved.stderr, "Nothing was done: the rules at the API have changed since the plan was made.")
        assert.strictEqual(faults.writes.length, writes)
        yield* heddleRules("plan", "--out", "plan.json")
        assert.strictEqual((yield* heddleRules("apply", "plan.json")).code, 0)
        assert.strictEqual(endpoint?.rules.length, 2)
        const done = yield* heddleRules("apply", "plan.json")
        assert.deepEqual([done.code, done.stdout], [0, "No changes: 2 rules as in the file.\n"])
        assert.strictEqual((yield* heddleRules("plan", "--out", "plan.json")).code, 0)
        yield* heddleRules("import", "heddle.rules.json")
        const edited = yield* heddleRules("plan", "heddle.rules.json", "--out", "plan.json")
        assert.strictEqual(edited.code, 0)
      })
    )
  )

  it.live("drift: 0 without a difference, 2 with one; it asks no prices", () =>
    withApi(
      Effect.gen(function* () {
        const { state, faults } = yield* ModelApi
        const heddleRules = yield* inFolder(file)
        yield* heddleRules("apply")
        assert.strictEqual((yield* heddleRules("drift")).code, 0)
        state.deleteRule(state.endpoints[0]?.rules[0]?.id ?? "")
        faults.reset()
        const drifted = yield* heddleRules("drift")
        assert.strictEqual(drifted.code, 2)
        assert.include(drifted.stderr, "The rules at the API are not those of the file.")
        assert.deepEqual(faults.requests, ["GET /webhook/endpoints"])
      })
    )
  )

  it.live("a deferred handover without a rule map: 64", () =>
    withApi(
      Effect.gen(function* () {
        const heddleRules = yield* inFolder(file.replace("likeCount: 50", "likeCount: 50\n        handover: deferred"))
        const { code, stderr } = yield* heddleRules("plan")
        assert.strictEqual(code, 64)
        assert.include(stderr, "heddle.rules.yaml:5:9: a deferred handover needs --rule-map FILE")
      })
    )
  )

  it.live("in GitHub Actions, problems stand at their lines and the plan on the page of the job", () =>
    withApi(
      Effect.gen(function* () {
        const cwd = yield* folderWith(file)
        const { baseUrl } = yield* ModelApi
        const summary = join(cwd, "summary.md")
        const env = {
          HEDDLE_API_KEY: goodKey,
          HEDDLE_API_URL: baseUrl,
          GITHUB_ACTIONS: "true",
          GITHUB_STEP_SUMMARY: summary
        }
        yield* run(["plan"], { cwd, env })
        const page = readFileSync(summary, "utf8")
        assert.include(page, "```diff\n+ endpoint https://example.com/hooks/heddle\n+   create")
        writeFileSync(join(cwd, "heddle.rules.yaml"), file.replace("likeCount: 50", "likeCount: 5"))
        const { stdout } = yield* run(["validate", "--code-quality", "quality.json"], { cwd, env })
        assert.include(stdout, "::error file=heddle.rules.yaml,line=7,col=20::likeCount: must be at least 10")
        const [problem] = JSON.parse(readFileSync(join(cwd, "quality.json"), "utf8"))
        assert.deepEqual(problem.location, { path: "heddle.rules.yaml", lines: { begin: 7 } })
      })
    )
  )

  it.live("a file without rules: 3, and 0 with --allow-empty", () =>
    withApi(
      Effect.gen(function* () {
        const { state, faults } = yield* ModelApi
        const endpoint = state.addEndpoint("https://example.com/hooks/heddle")
        if (endpoint !== null) state.addRule(endpoint, { keyword: "AI", likeCount: 50 })
        const heddleRules = yield* inFolder(
          "version: 1\nendpoints:\n  - url: https://example.com/hooks/heddle\n    rules: []\n"
        )
        for (const command of ["plan", "apply"]) {
          const refused = yield* heddleRules(command)
          assert.strictEqual(refused.code, 3)
          assert.include(refused.stderr, "--allow-empty")
        }
        assert.deepEqual(faults.writes, [])
        assert.strictEqual((yield* heddleRules("apply", "--allow-empty")).code, 0)
        assert.strictEqual(endpoint?.rules.length, 0)
      })
    )
  )

  it.live("a step that fails after others: 4", () =>
    withApi(
      Effect.gen(function* () {
        const { faults } = yield* ModelApi
        const heddleRules = yield* inFolder(file)
        faults.decide = (n) => (n >= 3 ? "forbidden" : null)
        const { code, stderr } = yield* heddleRules("apply")
        assert.strictEqual(code, 4)
        assert.include(stderr, "heddle.rules.yaml:5:9: creating a rule: status 403")
        assert.include(stderr, "1 of 3 steps")
      })
    )
  )

  it.live.each([
    ["a mistake in the file", "version: 2\n", {}, "2 problems in the file; nothing was sent."],
    ["no key", file, { HEDDLE_API_KEY: "" }, "HEDDLE_API_KEY is not set"],
    ["a wrong key", file, { HEDDLE_API_KEY: "hdl_wrong" }, "Check HEDDLE_API_KEY"],
    ["a plan without webhooks", file, { HEDDLE_API_KEY: keyWithoutPlan }, "API Standard or a higher plan"],
    ["a base address that is none", file, { HEDDLE_API_URL: "localhost" }, "HEDDLE_API_URL is"]
  ] as const)("1 with %s", ([, text, settings, message]) =>
    withApi(
      Effect.gen(function* () {
        const heddleRules = yield* inFolder(text, settings)
        const { code, stdout, stderr } = yield* heddleRules("apply")
        assert.strictEqual(code, 1)
        assert.include(stderr, message)
        assert.strictEqual(stdout, "")
      })
    )
  )

  it.live("a language that only the server can allow is asked before anything is created", () =>
    withApi(
      Effect.gen(function* () {
        const { faults } = yield* ModelApi
        const heddleRules = yield* inFolder(file.replace("zh-Hant", "en"))
        for (const command of ["plan", "apply"]) {
          const { code, stderr } = yield* heddleRules(command)
          assert.strictEqual(code, 1, stderr)
          assert.include(stderr, "heddle.rules.yaml:5:9: checking a rule: ")
          assert.include(stderr, "is not allowed here")
        }
        assert.deepEqual(faults.writes, ["POST /webhook/rules/preview", "POST /webhook/rules/preview"])
      })
    )
  )

  it.live("a server without previews says so when the rule is created", () =>
    withApi(
      Effect.gen(function* () {
        const { state } = yield* ModelApi
        state.hasPreviews = false
        const { code, stderr } = yield* Effect.flatMap(inFolder(file.replace("zh-Hant", "en")), (heddleRules) =>
          heddleRules("plan")
        )
        assert.strictEqual(code, 2, stderr)
      })
    )
  )

  it.live("HEDDLE_API_URL goes before the setting of a server on the same machine, which stands in for it", () =>
    withApi(
      Effect.gen(function* () {
        const elsewhere = yield* closedAddress
        const both = yield* inFolder(file, { HEDDLE_BASE_URL: elsewhere })
        assert.strictEqual((yield* both("plan")).code, 2)
        const env = { HEDDLE_API_KEY: goodKey, HEDDLE_BASE_URL: elsewhere }
        const serverOnly = yield* run(["plan"], { cwd: yield* folderWith(file), env })
        assert.include(serverOnly.stderr, `no server answers at ${elsewhere}`)
      })
    )
  )

  it.live("1 when no server answers", () =>
    withApi(
      Effect.gen(function* () {
        const address = yield* closedAddress
        const heddleRules = yield* inFolder(file, { HEDDLE_API_URL: address })
        const { code, stderr } = yield* heddleRules("plan")
        assert.strictEqual(code, 1)
        assert.include(stderr, `no server answers at ${address} (ECONNREFUSED).\nCheck HEDDLE_API_URL`)
      })
    )
  )

  it.live("validate needs neither a key nor a server", () =>
    Effect.scoped(
      Effect.gen(function* () {
        const valid = yield* run(["validate"], { cwd: yield* folderWith(file), env: {} })
        assert.deepEqual([valid.code, valid.stdout], [0, "heddle.rules.yaml: 2 rules at 1 endpoint, no problems.\n"])
        const wrong = yield* run(["validate"], { cwd: yield* folderWith("version: 2\n"), env: {} })
        assert.deepEqual([wrong.code, wrong.stdout], [1, ""])
        assert.include(wrong.stderr, "heddle.rules.yaml:1:10: ")
      })
    )
  )

  it.live("import writes a file in which nothing is to be done, and never over another", () =>
    withApi(
      Effect.gen(function* () {
        const { state, faults } = yield* ModelApi
        const endpoint = state.addEndpoint("https://example.com/hooks/heddle")
        if (endpoint !== null) state.addRule(endpoint, { keyword: "#台積電", likeCount: 50, language: "ja" })
        const heddleRules = yield* inFolder(file)
        const imported = yield* heddleRules("import", "account.yaml")
        assert.deepEqual([imported.code, imported.stdout], [0, "account.yaml: 1 rule at 1 endpoint.\n"])
        assert.strictEqual((yield* heddleRules("plan", "account.yaml")).code, 0)
        const again = yield* heddleRules("import")
        assert.strictEqual(again.code, 1)
        assert.include(again.stderr, "heddle.rules.yaml: the file exists already.")
        assert.deepEqual(faults.writes, [])
      })
    )
  )

  it.live("--help lists the exit codes", () =>
    withApi(
      Effect.gen(function* () {
        const { code, stdout } = yield* Effect.flatMap(inFolder(file), (heddleRules) => heddleRules("plan", "--help"))
        assert.strictEqual(code, 0)
        assert.include(stdout, "3  refused by a safety limit")
      })
    )
  )
})

describeWith(oldestNode, "on a Node that is too old", (node) => {
  it.each(["apps/rule-sync/bin/heddle-rules.mjs", "apps/server/bin/heddle.mjs"])(
    "%s says which it needs",
    (command) => {
      const program = join(import.meta.dirname, "../../../..", command)
      const { status, stderr } = spawnSync(node, [program, "--version"], { encoding: "utf8" })
      assert.strictEqual(status, 1)
      assert.match(stderr, /^Heddle needs Node 22\.19 or newer and found 20\./)
    }
  )
})
