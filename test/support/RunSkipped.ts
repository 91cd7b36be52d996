/** `npm run test:skipped`: runs the tests that the previous run skipped. */
import { spawnSync } from "node:child_process"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { readSkipped } from "./SkippedTests.ts"

const skipped = readSkipped()
if (skipped.length === 0) {
  process.stdout.write("The last test run skipped nothing.\n")
} else {
  const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs")
  const files = new Set(skipped.map(({ file }) => file))
  const names = new Set(skipped.map(({ name }) => name.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&")))
  const pattern = `^(?:${[...names].join("|")})`
  const { status } = spawnSync(process.execPath, [vitest, "run", "--testNamePattern", pattern, ...files], {
    stdio: "inherit"
  })
  process.exitCode = status ?? 1
}
