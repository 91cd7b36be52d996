import { afterAll, beforeAll, expect } from "vitest"
import { readFileSync, appendFileSync } from "node:fs"
const stat = () => readFileSync("/proc/stat", "utf8").split("\n")[0].split(/\s+/).slice(1).map(Number)
const a = stat(),
  c = process.cpuUsage(),
  t = performance.now()
afterAll(() => {
  const b = stat(),
    u = process.cpuUsage(c)
  appendFileSync(
    "/tmp/h/cpu.tsv",
    [
      expect.getState().testPath,
      ((performance.now() - t) / 1000).toFixed(2),
      ((b[0] - a[0]) / 100).toFixed(2),
      ((b[2] - a[2]) / 100).toFixed(2),
      (u.user / 1e6).toFixed(2),
      (u.system / 1e6).toFixed(2)
    ].join("\t") + "\n"
  )
})
