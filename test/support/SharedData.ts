/** Posts and texts by other people. We may not publish them, so tests that need them are optional. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { Optional } from "./Optional.ts"
import { sharedDataFolder } from "./TestSettings.ts"

const folder = sharedDataFolder ?? join(import.meta.dirname, "../../../shared/data")

/** The folder that contains them. */
export const sharedData = new Optional({
  thing: "SHARED_DATA",
  name: "posts and texts of others",
  remedy: "put them into ../shared/data next to the checkout, or name their folder in HEDDLE_TEST_SHARED_DATA",
  find: () => (existsSync(folder) ? folder : undefined)
})
