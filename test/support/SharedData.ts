/** Data of others, outside the repository: tests over it are an extra. */
import { existsSync } from "node:fs"
import { requireSharedData } from "./Required.ts"

export const sharedData = new URL("../../../shared/data/", import.meta.url)

/** Whether tests over the data are skipped; where it is required they run and fail. */
export const isSharedDataLeftOut = !existsSync(sharedData) && !requireSharedData
