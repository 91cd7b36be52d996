/** Posts and texts that others wrote. They are not ours to publish, so tests over them are an extra. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { Optional } from "./Optional.ts"
import { sharedDataFolder } from "./TestSettings.ts"

const folder = sharedDataFolder ?? join(import.meta.dirname, "../../../shared/data")

/** Their folder. */
export const sharedData = new Optional({
  thing: "SHARED_DATA",
  name: "posts and texts of others",
  remedy: "put them into ../shared/data next to the checkout, or name their folder in HEDDLE_TEST_SHARED_DATA",
  find: () => (existsSync(folder) ? folder : undefined)
})
