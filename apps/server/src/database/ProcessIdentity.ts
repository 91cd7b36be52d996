import { readFileSync } from "node:fs"

/** A process id alone is reused; with the moment its process started it is not. */
export interface ProcessIdentity {
  readonly pid: number
  /** Clock ticks since boot, with the id of that boot. Unknown where there is no /proc. */
  readonly startedAt: string | undefined
}

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return undefined
  }
}

const startedAt = (pid: number): string | undefined => {
  const stat = read(`/proc/${pid}/stat`)
  const boot = read("/proc/sys/kernel/random/boot_id")
  if (stat === undefined || boot === undefined) return undefined
  // The second field is the program's name and may itself contain spaces and parentheses.
  const fieldsAfterName = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  const ticks = fieldsAfterName[19]
  return ticks === undefined ? undefined : `${boot.trim()}:${ticks}`
}

export const identify = (pid: number): ProcessIdentity => ({ pid, startedAt: startedAt(pid) })

const exists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user may not be signalled, but it is there.
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

export const isAlive = (identity: ProcessIdentity): boolean => {
  if (!exists(identity.pid)) return false
  const now = startedAt(identity.pid)
  return identity.startedAt === undefined || now === undefined || identity.startedAt === now
}
