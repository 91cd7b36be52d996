/** `npm run test:skipped`: reruns the test files that the previous run skipped, fully or in part. */
import { spawnSync } from "node:child_process"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { readSkipped } from "./SkippedTests.ts"

const files = readSkipped()
if (files.length === 0) {
  process.stdout.write("The last test run skipped nothing.\n")
} else {
  const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs")
  const { status } = spawnSync(process.execPath, [vitest, "run", ...files], { stdio: "inherit" })
  process.exitCode = status ?? 1
}
