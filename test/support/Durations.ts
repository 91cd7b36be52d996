/** Stores how long each test file took, and lists the files that took longer than their tier allows. */
import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import type { Reporter, TestModule } from "vitest/node"
import { requirement } from "./TestSettings.ts"

const root = join(import.meta.dirname, "../..")
const listFile = join(root, "node_modules/.cache/heddle-test/durations.json")

const { isRequired, variable } = requirement("BUDGET")

interface Duration {
  readonly tier: string
  readonly file: string
  readonly millis: number
}

export default class Durations implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const durations: Array<Duration> = modules.map((module) => ({
      tier: module.project.name,
      file: relative(root, module.moduleId),
      millis: Math.round(module.diagnostic().duration + module.diagnostic().collectDuration)
    }))
    durations.sort((left, right) => right.millis - left.millis)
    mkdirSync(dirname(listFile), { recursive: true })
    writeFileSync(listFile, `${JSON.stringify(durations, undefined, 2)}\n`)
  }
}
