/**
 * Fits the prior of `packages/forecast` and writes it to `packages/forecast/src/predicting/Prior.ts`. It depends on nothing
 * but the recorded cascades of the shared data and the seeds of `test/bench/forecast/PriorFit.ts`, so it always writes the
 * same file.
 */
import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { fitPrior } from "../../test/bench/forecast/PriorFit.ts"
import { recordedSets } from "../../test/bench/forecast/Sets.ts"

const recorded = recordedSets().map(({ posts }) => posts)
if (recorded.length === 0) throw new Error("HEDDLE_TEST_SHARED_DATA names no folder with recorded cascades")

writeFileSync(
  fileURLToPath(new URL("../../packages/forecast/src/predicting/Prior.ts", import.meta.url)),
  `/** Written by \`npm run forecast:prior\`: fitted to simulated networks and recorded cascades. */
import type { Model } from "./Model.ts"

/** The model before anything is learned. */
export const priorModel: Model = JSON.parse(
  '${JSON.stringify(fitPrior(recorded))}'
)
`
)
