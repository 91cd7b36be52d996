/** A real server on an empty embedded database, and what an attack must leave alone: its descriptors and its memory. */
import { setTimeout as sleep } from "node:timers/promises"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { choosePlace, type HeddleProcess, startHeddle } from "../support/HeddleProcess.ts"
import type { Footprint, FootprintOf } from "../support/Footprint.ts"

export const withServer = async (
  env: Readonly<Record<string, string>>,
  run: (server: HeddleProcess) => Promise<void>
): Promise<void> => {
  const dataDir = await makeDataDir()
  try {
    const server = await startHeddle(await choosePlace(dataDir, env))
    try {
      await run(server)
    } finally {
      await server.kill()
    }
  } finally {
    await removeDataDir(dataDir)
  }
}

const settleMillis = 500
const sameTimes = 3

/** Once the number of descriptors stays the same: the server opens and closes files of its own. */
export const settledFootprint = async (footprintOf: FootprintOf, server: HeddleProcess): Promise<Footprint> => {
  let last = footprintOf(server)
  for (let same = 0; same < sameTimes;) {
    await sleep(settleMillis)
    const next = footprintOf(server)
    same = next.descriptors === last.descriptors ? same + 1 : 0
    last = next
  }
  return last
}

/** Prints a figure that a report may want. */
export const report = (line: string): void => {
  process.stdout.write(`${line}\n`)
}
