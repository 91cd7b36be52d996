/** Reports at the end of a run which tests were skipped and why, and stores the list for `npm run test:skipped`. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import type { Reporter, TestModule } from "vitest/node"

const root = join(import.meta.dirname, "../..")
const listFile = join(root, "node_modules/.cache/heddle-test/skipped.json")

export const readSkipped = (): ReadonlyArray<string> => {
  try {
    return JSON.parse(readFileSync(listFile, "utf8"))
  } catch {
    return []
  }
}

const notesOf = (module: TestModule): ReadonlyArray<string> =>
  Array.from(module.children.allTests("skipped"), (test) => {
    const result = test.result()
    return "note" in result ? (result.note ?? "") : ""
  }).filter((note) => note !== "")

export default class SkippedTests implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>): void {
    const reasons = new Map<string, number>()
    const files = new Set<string>()
    for (const module of modules) {
      for (const note of notesOf(module)) {
        reasons.set(note, (reasons.get(note) ?? 0) + 1)
        files.add(relative(root, module.moduleId))
      }
    }
    for (const [reason, count] of reasons) process.stdout.write(`Skipped ${count}: ${reason}\n`)
    rmSync(listFile, { force: true })
    if (files.size === 0) return
    mkdirSync(dirname(listFile), { recursive: true })
    writeFileSync(listFile, JSON.stringify([...files].toSorted()))
  }
}
