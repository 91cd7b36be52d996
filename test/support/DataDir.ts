import { cp, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { migratedPglite } from "./Services.ts"

/** A temporary data folder with a migrated database: a server takes several seconds to make one. */
export const makeDataDir = async (): Promise<string> => {
  const dataDir = await mkdtemp(join(tmpdir(), "heddle-data-"))
  await cp(migratedPglite().folder, join(dataDir, "database"), { recursive: true })
  return dataDir
}

export const removeDataDir = (dataDir: string): Promise<void> => rm(dataDir, { recursive: true, force: true })
