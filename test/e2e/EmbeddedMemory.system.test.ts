/** Ingestion into the embedded database fits a machine of 1 GB, whatever memory V8 finds there. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, it } from "vitest"
import { postLines } from "../bench/responsiveness/Posts.ts"
import { describeWith } from "../support/DescribeWith.ts"
import { footprints } from "../support/Footprint.ts"
import { choosePlace, type HeddleProcess, startHeddle } from "../support/HeddleProcess.ts"

/** 566 MiB without a bound on the young generation. */
const maxPeakMiB = 520
const posts = 40_000
const partSize = 5_000

describeWith(footprints, "A server with the embedded database", (footprintOf) => {
  let folder: string
  let heddle: HeddleProcess

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "heddle-memory-"))
    heddle = await startHeddle(await choosePlace(folder, {}))
  }, 120_000)

  afterAll(async () => {
    await heddle.stop()
    await rm(folder, { recursive: true, force: true })
  })

  it(`needs less than ${maxPeakMiB} MiB while it stores ${posts} posts`, async () => {
    for (const body of postLines(posts, 1, Math.floor(Date.now() / 1000), partSize)) {
      const response = await fetch(`${heddle.operatorUrl}/ingest`, { method: "POST", body })
      assert.strictEqual(response.status, 200, await response.text())
    }
    assert.isBelow(footprintOf(heddle).peakMiB, maxPeakMiB)
  }, 300_000)
})
