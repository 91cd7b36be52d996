/** The session of the README, with the packed command. `HEDDLE_TEST_RECORD=true` writes it there. */
import { assert, afterAll, beforeAll, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import { runToEnd } from "../../../../test/support/EndedProgram.ts"
import { oldestNodeOfApps } from "../../../../test/support/OldestNode.ts"
import { isRecording } from "../../../../test/support/TestSettings.ts"
import { type Installed, installPackage } from "../support/InstalledPackage.ts"
import { goodKey, ModelApi } from "../support/ModelApi.ts"

const readme = new URL("../../README.md", import.meta.url)
const block = /(?<=```console\n)[\s\S]*?(?=```\n)/

/** What a person types; `sed` stands for an editor. */
const lines: ReadonlyArray<string> = [
  "heddle-rules init example.rules.yaml",
  "heddle-rules import",
  "sed -i 's/likeCount: 40/likeCount: 50/' heddle.rules.yaml",
  "heddle-rules plan --out plan.json",
  "heddle-rules apply plan.json",
  "heddle-rules drift"
]

let tool: Installed
beforeAll(async () => {
  tool = await installPackage()
})
afterAll(() => tool.remove())

const session = (node: string) =>
  Effect.gen(function* () {
    const { state, baseUrl } = yield* ModelApi
    const endpoint = state.addEndpoint("https://example.com/hooks/heddle")
    if (endpoint !== null) {
      state.addRule(endpoint, { keyword: "台積電", likeCount: 40, language: "zh-Hant" })
      state.addRule(endpoint, { lookbackHours: 24, likeCount: 1_000 })
    }
    const cwd = join(tool.project, `session ${node.replaceAll("/", " ")}`)
    mkdirSync(cwd)
    const env = { HEDDLE_API_KEY: goodKey, HEDDLE_API_URL: baseUrl, PATH: "/usr/bin:/bin" }
    const said: Array<string> = []
    for (const line of lines) {
      const script = line.replace(/^heddle-rules/, '"$0" "$1"')
      const { all } = yield* Effect.promise(() => runToEnd("sh", ["-c", script, node, tool.command], { cwd, env }))
      said.push(`$ ${line.replace(/^heddle-rules/, "npx heddle-rules")}\n`, all)
    }
    return said.join("")
  }).pipe(Effect.provide(ModelApi.layer, { local: true }), Effect.scoped)

const showsIt = (node: string): void => {
  it.live("is what the README shows", () =>
    Effect.gen(function* () {
      const said = yield* session(node)
      const page = readFileSync(readme, "utf8")
      if (isRecording)
        writeFileSync(
          readme,
          page.replace(block, () => said)
        )
      else assert.strictEqual(block.exec(page)?.[0], said)
    })
  )
}

describe("a session on this Node", () => {
  showsIt(process.execPath)
})
describeWith(oldestNodeOfApps, "a session on the oldest Node", showsIt)
