/** `npm run test:rest`: runs what `npm test` left out: tests it skipped, long tests and the other system tests. */
import { spawnSync } from "node:child_process"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { readSkipped } from "./SkippedTests.ts"

const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs")

const passes = (...args: ReadonlyArray<string>): boolean =>
  spawnSync(process.execPath, [vitest, "run", ...args], { stdio: "inherit" }).status === 0

const skippedPass = (): boolean => {
  const skipped = readSkipped()
  if (skipped.length === 0) return true
  const files = new Set(skipped.map(({ file }) => file))
  const names = new Set(skipped.map(({ name }) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&")))
  return passes("--testNamePattern", `^(?:${[...names].join("|")})`, ...files)
}

// Both run, whatever the first finds.
const results = [skippedPass(), passes("--project", "long", "--project", "system")]
if (results.includes(false)) process.exitCode = 1
