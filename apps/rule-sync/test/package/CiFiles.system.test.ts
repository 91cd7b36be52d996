/** The files for CI in `deploy/rules`: their form, and their scripts, run with the packed command against a server. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { parse } from "yaml"
import { runToEnd } from "../../../../test/support/EndedProgram.ts"
import { cleanEnvironment } from "../../../../test/support/HeddleProcess.ts"
import { type Installed, installPackage } from "../support/InstalledPackage.ts"
import { goodKey, ModelApi } from "../support/ModelApi.ts"

const read = (name: string) =>
  parse(readFileSync(new URL(`../../../../deploy/rules/${name}`, import.meta.url), "utf8"), { strict: true })
const action = read("action.yml")
const gitlab = read("gitlab-ci.yml")
const [step] = action.runs.steps

let tool: Installed
beforeAll(async () => {
  tool = await installPackage()
})
afterAll(() => tool.remove())

const file = `version: 1
endpoints:
  - url: https://example.com/hooks/heddle
    rules:
      - keyword: 台積電
        likeCount: 50
`
const inProject = (name: string) => join(tool.project, name)

/** As the platforms run a script: it ends with the first command that fails. */
const runScript = (script: string, env: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const { baseUrl } = yield* ModelApi
    writeFileSync(inProject("heddle.rules.yaml"), file)
    writeFileSync(inProject("script.sh"), script)
    const { code, all } = yield* Effect.promise(() =>
      runToEnd("bash", ["--noprofile", "--norc", "-eo", "pipefail", "script.sh"], {
        cwd: tool.project,
        env: {
          PATH: [dirname(process.execPath), cleanEnvironment()["PATH"]].join(delimiter),
          npm_config_offline: "true",
          npm_config_cache: inProject("npm-cache"),
          HEDDLE_API_URL: baseUrl,
          HEDDLE_API_KEY: goodKey,
          ...env
        }
      })
    )
    assert.notInclude(all, goodKey)
    return { code, all }
  })

const runAction = (inputs: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    rmSync(inProject("output"), { force: true })
    const given = new Map<string, string>(Object.entries({ package: tool.tarball, ...inputs }))
    const variables = Object.entries<string>(step.env).filter(([name]) => name.startsWith("INPUT_"))
    const env = variables.map(([name, value]) => {
      const [, input = ""] = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value) ?? []
      return [name, given.get(input) ?? String(action.inputs[input].default)]
    })
    const platform = { GITHUB_OUTPUT: inProject("output"), GITHUB_STEP_SUMMARY: inProject("summary.md") }
    const ended = yield* runScript(step.run, { ...Object.fromEntries(env), ...platform, GITHUB_ACTIONS: "true" })
    const outputs = existsSync(inProject("output")) ? readFileSync(inProject("output"), "utf8") : ""
    return { ...ended, outputs: outputs.trim().split("\n") }
  })

const withApi = <A, E>(program: Effect.Effect<A, E, ModelApi | Scope.Scope>) =>
  program.pipe(Effect.provide(ModelApi.layer, { local: true }), Effect.scoped)

describe("the action of GitHub", () => {
  it("is composite, and gives its script inputs through the environment alone", () => {
    assert.hasAllKeys(action, ["name", "description", "inputs", "outputs", "runs"])
    assert.hasAllKeys(action.runs, ["using", "steps"])
    assert.strictEqual(action.runs.using, "composite")
    for (const { run, shell, ...rest } of action.runs.steps) {
      assert.strictEqual(shell, "bash")
      assert.notInclude(run, "${{")
      assert.isEmpty(Object.keys(rest).filter((key) => !["id", "name", "if", "env", "working-directory"].includes(key)))
    }
    const used = [...JSON.stringify(step).matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name)
    assert.sameMembers(used, Object.keys(action.inputs))
    for (const { value } of Object.values<{ value: string }>(action.outputs)) {
      assert.match(value, new RegExp(`^\\$\\{\\{ steps\\.${step.id}\\.outputs\\.[a-z-]+ \\}\\}$`))
    }
  })

  it.live("plans without failing, applies, and finds nothing more to do", () =>
    withApi(
      Effect.gen(function* () {
        const planned = yield* runAction({})
        assert.deepEqual([planned.code, planned.outputs], [0, ["changes=true", "exit-code=2"]], planned.all)
        const applied = yield* runAction({ command: "apply", files: "heddle.*.yaml" })
        assert.deepEqual([applied.code, applied.outputs], [0, ["changes=false", "exit-code=0"]], applied.all)
        assert.lengthOf((yield* ModelApi).state.list()[0]?.rules ?? [], 1)
        assert.deepEqual((yield* runAction({})).outputs, ["changes=false", "exit-code=0"])
      })
    )
  )

  it.live("fails as the command does, and runs nothing that is in an input", () =>
    withApi(
      Effect.gen(function* () {
        const command = "$(touch injected) `touch injected`; touch injected"
        for (const input of ["command", "files", "args", "plan-file"]) {
          // A command that is not there would be one that came from the input.
          assert.notStrictEqual((yield* runAction({ [input]: command })).code, 127)
        }
        assert.isFalse(existsSync(inProject("injected")))
        const missing = yield* runAction({ files: "missing.yaml" })
        assert.deepEqual([missing.code, missing.outputs], [1, ["changes=false", "exit-code=1"]], missing.all)
      })
    )
  )
})

describe("the jobs of GitLab", () => {
  const { ".heddle-rules": template, "heddle-rules-plan": plan, "heddle-rules-apply": apply } = gitlab

  it("plan in merge requests, and apply on the default branch, one at a time", () => {
    assert.match(plan.rules[0].if, /merge_request_event/)
    assert.deepEqual(
      [apply.rules[0].if, apply.resource_group],
      ["$CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH", "heddle-rules"]
    )
    for (const job of [plan, apply]) assert.strictEqual(job.extends, ".heddle-rules")
  })

  it.live("keep the plan, and apply it", () =>
    withApi(
      Effect.gen(function* () {
        const env = { ...template.variables, RULES_PACKAGE: tool.tarball }
        const planned = yield* runScript(plan.script.join("\n"), env)
        assert.strictEqual(planned.code, plan.allow_failure.exit_codes, planned.all)
        const [kept = ""] = plan.artifacts.paths
        assert.include(readFileSync(inProject(kept), "utf8"), "Plan: 1 endpoint to create")
        assert.strictEqual((yield* runScript(apply.script.join("\n"), env)).code, 0)
        assert.lengthOf((yield* ModelApi).state.list(), 1)
      })
    )
  )
})
