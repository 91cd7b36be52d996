/**
 * Posts, likes and texts that others wrote. They are not ours to publish, so they stand outside the repository. A small
 * fixture of our own has the same layout and is used everywhere.
 */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { Optional } from "./Optional.ts"
import { dataFolder } from "./TestSettings.ts"

const root = join(import.meta.dirname, "../..")
const folder = dataFolder ?? join(root, "../shared/data")

export const captureFile = "jetstream/production-events-v1.jsonl"

/** Their folder. */
export const recordedData = new Optional({
  thing: "DATA",
  name: "recorded posts and texts",
  remedy: "put them into ../shared/data next to the checkout, or name their folder in HEDDLE_TEST_DATA",
  find: () => (existsSync(join(folder, captureFile)) ? folder : undefined)
})

export const ourData = join(root, "test/fixtures/recorded")
