/** Reports at the end of a run which tests were skipped and why, and stores the list for `npm run test:rest`. */
import { join, relative } from "node:path"
import type { Reporter, TestCase, TestModule } from "vitest/node"
import { keep, kept } from "./RunCache.ts"

const root = join(import.meta.dirname, "../..")

interface Skipped {
  readonly file: string
  /** As `--testNamePattern` sees it. Once the requirement is there, the tests have names that begin with this. */
  readonly name: string
}

export const readSkipped = (): ReadonlyArray<Skipped> => kept("skipped") ?? []

const reasonOf = (test: TestCase): string => {
  const result = test.result()
  return "note" in result ? (result.note ?? "") : ""
}

const nameOf = (test: TestCase): string => {
  const names = [test.name]
  for (let { parent } = test; parent.type === "suite"; parent = parent.parent) names.unshift(parent.name)
  return names.join(" ")
}

export default class SkippedTests implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const reasons = new Map<string, number>()
    const skipped: Array<Skipped> = []
    for (const module of modules) {
      for (const test of module.children.allTests("skipped")) {
        const reason = reasonOf(test)
        // Without a reason, the test was not selected.
        if (reason === "") continue
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
        skipped.push({ file: relative(root, module.moduleId), name: nameOf(test) })
      }
    }
    for (const [reason, count] of reasons) process.stdout.write(`Skipped ${count}: ${reason}\n`)
    keep("skipped", skipped)
  }
}
