/** CPU time of other processes, from `/proc`; 0 where there is none. */
import { readdirSync, readFileSync } from "node:fs"

/** Linux counts in hundredths of a second whatever its own clock is. */
const microsPerTick = 10_000

interface Stat {
  readonly parent: number
  /** Microseconds of the process itself, and of its children that have ended. */
  readonly own: number
  readonly ended: number
}

const statOf = (pid: number | string): Stat | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The name stands in brackets and may hold anything; the state and the parent's number follow it.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
    const at = (index: number) => Number(fields[index])
    return { parent: at(1), own: (at(11) + at(12)) * microsPerTick, ended: (at(13) + at(14)) * microsPerTick }
  } catch {
    return undefined
  }
}

export const parentOf = (pid: number): number => statOf(pid)?.parent ?? 0

/** All threads of one process. */
export const microsOf = (pid: number): number => statOf(pid)?.own ?? 0

/** A process and its children, also those that have ended meanwhile. */
export const microsOfFamily = (pid: number): number => {
  const first = statOf(pid)
  if (first === undefined) return 0
  const children = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (statOf(name) ?? []) : []))
  return children.reduce((sum, { parent, own }) => (parent === pid ? sum + own : sum), first.own + first.ended)
}
