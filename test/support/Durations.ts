/** Stores how long each test file took, and names the files that took longer than their tier allows. */
import { join, relative } from "node:path"
import type { Reporter, TestModule } from "vitest/node"
import { keep } from "./RunCache.ts"
import { requirement } from "./TestSettings.ts"

const root = join(import.meta.dirname, "../..")

/** Milliseconds that a file may take on two idle cores; what takes longer is one of `longTests` in `vitest.config.ts`. */
const budgets = new Map([
  ["unit", 1_000],
  ["database", 5_000]
])

const { isRequired, variable } = requirement("BUDGET")

export default class Durations implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const durations = modules.map((module) => {
      const { collectDuration, duration } = module.diagnostic()
      return {
        project: module.project.name,
        file: relative(root, module.moduleId),
        millis: Math.round(collectDuration + duration)
      }
    })
    durations.sort((left, right) => right.millis - left.millis)
    keep("durations", durations)
    // A machine that does something else makes every file slow.
    if (!isRequired) return
    const over = durations.filter(({ project, millis }) => millis > (budgets.get(project) ?? Infinity))
    if (over.length === 0) return
    const lines = over.map(
      ({ project, file, millis }) => `  ${file}: ${millis} ms, and ${project} has ${budgets.get(project)}`
    )
    process.stdout.write(`Over their budget (${variable}):\n${lines.join("\n")}\n`)
    process.exitCode = 1
  }
}
