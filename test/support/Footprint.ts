/** What a process holds of the machine. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { Optional } from "./Optional.ts"

export interface Footprint {
  readonly descriptors: number
  readonly residentMiB: number
  /** The most it ever held. */
  readonly peakMiB: number
}

interface Running {
  readonly pid?: number | undefined
}

export type FootprintOf = (process: Running) => Footprint

export const footprints = new Optional<FootprintOf>({
  thing: "PROCFS",
  name: "the memory and open files of a process",
  remedy: "run it on Linux",
  find: () =>
    existsSync("/proc/self/fd")
      ? ({ pid }) => {
          const status = readFileSync(`/proc/${pid}/status`, "utf8")
          const mebibytes = (field: string) =>
            Math.round(Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) / 1024)
          return {
            descriptors: readdirSync(`/proc/${pid}/fd`).length,
            residentMiB: mebibytes("VmRSS"),
            peakMiB: mebibytes("VmHWM")
          }
        }
      : undefined
})

const settleMillis = 500
const sameTimes = 3

/** Once the number of descriptors stays the same: a server opens and closes files of its own. */
export const settledFootprint = async (footprintOf: FootprintOf, server: Running): Promise<Footprint> => {
  let last = footprintOf(server)
  for (let same = 0; same < sameTimes;) {
    await sleep(settleMillis)
    const next = footprintOf(server)
    same = next.descriptors === last.descriptors ? same + 1 : 0
    last = next
  }
  return last
}
