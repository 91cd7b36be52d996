/** CPU time of other processes, from `/proc`; 0 on systems without it. */
import { readdirSync, readFileSync } from "node:fs"

/** Linux always reports hundredths of a second here. */
const microsPerTick = 10_000

interface Stat {
  readonly parent: number
  /** Microseconds of the process and its exited children. */
  readonly own: number
  readonly ended: number
}

const statOf = (pid: number | string): Stat | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8")
    // The name is in parentheses and may contain anything; state and parent pid follow it.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ")
    const at = (index: number) => Number(fields[index])
    return { parent: at(1), own: (at(11) + at(12)) * microsPerTick, ended: (at(13) + at(14)) * microsPerTick }
  } catch {
    return undefined
  }
}

export const parentOf = (pid: number): number => statOf(pid)?.parent ?? 0

/** CPU time of all threads of a process. */
export const microsOf = (pid: number): number => statOf(pid)?.own ?? 0

/** CPU time of a process and its children, including exited ones. */
export const microsOfFamily = (pid: number): number => {
  const first = statOf(pid)
  if (first === undefined) return 0
  const children = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (statOf(name) ?? []) : []))
  return children.reduce((sum, { parent, own }) => (parent === pid ? sum + own : sum), first.own + first.ended)
}
