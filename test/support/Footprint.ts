/** What a process holds of the machine. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { Optional } from "./Optional.ts"

export interface Footprint {
  readonly descriptors: number
  readonly residentMiB: number
  /** The most it ever held. */
  readonly peakMiB: number
}

export type FootprintOf = (process: { readonly pid?: number | undefined }) => Footprint

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
