import { readFileSync } from "node:fs"

/** Process ids are reused; an id together with the start time is unique. */
export interface ProcessIdentity {
  readonly pid: number
  /** The boot id and the clock ticks since boot; undefined without /proc. */
  readonly startedAt: string | undefined
}

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return undefined
  }
}

interface Stat {
  readonly state: string
  readonly startedAt: string
}

const readStat = (pid: number): Stat | undefined => {
  const stat = read(`/proc/${pid}/stat`)
  const boot = read("/proc/sys/kernel/random/boot_id")
  if (stat === undefined || boot === undefined) return undefined
  // The second field, the program's name, may contain spaces and parentheses.
  const afterName = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  const [state, ticks] = [afterName[0], afterName[19]]
  return state === undefined || ticks === undefined ? undefined : { state, startedAt: `${boot.trim()}:${ticks}` }
}

export const identify = (pid: number): ProcessIdentity => ({ pid, startedAt: readStat(pid)?.startedAt })

const exists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user exists but may not be signalled.
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

export const isAlive = ({ pid, startedAt }: ProcessIdentity): boolean => {
  if (!exists(pid)) return false
  const now = readStat(pid)
  if (now === undefined) return true
  // A killed process stays a zombie until its parent reaps it, which in some containers never happens.
  const hasEnded = now.state === "Z" || now.state === "X"
  return !hasEnded && (startedAt === undefined || startedAt === now.startedAt)
}
