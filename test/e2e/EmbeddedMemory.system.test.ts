/** Ingestion into the embedded database fits a machine of 1 GB, whatever memory V8 finds there. */
import { assert, it } from "vitest"
import { postLines } from "../bench/responsiveness/Posts.ts"
import { describeWith } from "../support/DescribeWith.ts"
import { footprints } from "../support/Footprint.ts"
import { ingest } from "../support/Operator.ts"
import { useServer } from "../support/RunningServer.ts"

/** 566 MiB without a bound on the young generation. */
const maxPeakMiB = 520
const posts = 40_000
const partSize = 5_000

describeWith(footprints, "A server with the embedded database", (footprintOf) => {
  const server = useServer()

  it(`needs less than ${maxPeakMiB} MiB while it stores ${posts} posts`, async () => {
    for (const body of postLines(posts, 1, Math.floor(Date.now() / 1000), partSize)) {
      await ingest(server(), body)
    }
    assert.isBelow(footprintOf(server()).peakMiB, maxPeakMiB)
  }, 300_000)
})
