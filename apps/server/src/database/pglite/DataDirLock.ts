import { Effect, Option, Schema } from "effect"
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { DatabaseUnavailable } from "../client/DatabaseInfo.ts"

/** Process ids are reused; an id together with the start time is unique. */
interface ProcessIdentity {
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

const isAlive = ({ pid, startedAt }: ProcessIdentity): boolean => {
  if (!exists(pid)) return false
  const now = readStat(pid)
  if (now === undefined) return true
  // A killed process stays a zombie until its parent reaps it, which in some containers never happens.
  const hasEnded = now.state === "Z" || now.state === "X"
  return !hasEnded && (startedAt === undefined || startedAt === now.startedAt)
}

const Holder = Schema.fromJsonString(
  Schema.Struct({ pid: Schema.Int, startedAt: Schema.UndefinedOr(Schema.String).pipe(Schema.optionalKey) })
)

/** Lock files of this process. In any other lock file our own process id comes from a predecessor. */
const heldLocks = new Set<string>()

export const lockFile = (folder: string): string => `${resolve(folder)}.lock`

/**
 * Locks the folder for this process until the scope closes. PGlite itself lets two processes open one folder, and they
 * would destroy it.
 *
 * A lock is stale when its process has ended, or when it has our own process id: in a container, every run is process 1.
 */
export const lockDataDir = (folder: string) =>
  Effect.acquireRelease(
    Effect.suspend(() => acquire(folder)),
    () =>
      Effect.sync(() => {
        heldLocks.delete(lockFile(folder))
        rmSync(lockFile(folder), { force: true })
      })
  )

const checkInterval = "5 seconds"

/**
 * Fails once the lock file is gone or another's: somebody removed, moved or restored the folder, and whatever is written
 * now would be lost. PostgreSQL watches its own lock file for the same reason.
 */
export const lockLost = (folder: string): Effect.Effect<never, DatabaseUnavailable> =>
  Effect.suspend(() => (isOurs(folder) ? Effect.sleep(checkInterval) : Effect.fail(removed(folder)))).pipe(
    Effect.forever
  )

const isOurs = (folder: string): boolean => {
  try {
    return readFileSync(lockFile(folder), "utf8") === ownContent()
  } catch {
    return false
  }
}

const ownContent = (): string => JSON.stringify(identify(process.pid))

const acquire = (folder: string): Effect.Effect<void, DatabaseUnavailable> => {
  const file = lockFile(folder)
  if (heldLocks.has(file)) return Effect.fail(inUse(folder, process.pid))
  try {
    mkdirSync(dirname(file), { recursive: true })
    for (const _attempt of [1, 2]) {
      if (tryCreate(file)) {
        heldLocks.add(file)
        return Effect.void
      }
      const content = readFileSync(file, "utf8")
      const holder = liveHolder(content)
      if (holder !== undefined) return Effect.fail(inUse(folder, holder))
      removeStale(file, content)
    }
  } catch (cause) {
    return Effect.fail(notWritable(folder, cause))
  }
  return Effect.fail(inUse(folder, undefined))
}

const tryCreate = (file: string): boolean => {
  try {
    writeFileSync(file, ownContent(), { flag: "wx" })
    return true
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false
    throw error
  }
}

const liveHolder = (content: string): number | undefined => {
  const holder = Schema.decodeOption(Holder)(content)
  if (Option.isNone(holder) || holder.value.pid === process.pid) return undefined
  const { pid, startedAt } = holder.value
  return isAlive({ pid, startedAt }) ? pid : undefined
}

/** Two processes may find the same stale lock: the second must not remove the lock that the first has just taken. */
const removeStale = (file: string, content: string): void => {
  const aside = `${file}.${process.pid}`
  renameSync(file, aside)
  if (readFileSync(aside, "utf8") === content) rmSync(aside)
  else renameSync(aside, file)
}

const inUse = (folder: string, pid: number | undefined) =>
  new DatabaseUnavailable({
    what: `The data folder ${resolve(folder)} is in use by ${pid === undefined ? "another process" : `process ${pid}`}.`,
    details: `Two processes would corrupt an embedded database. The lock is ${lockFile(folder)}.`,
    solution:
      "Stop that process, or set HEDDLE_DATA_DIR to another folder, or set DATABASE_URL to share a PostgreSQL server between processes."
  })

const removed = (folder: string) =>
  new DatabaseUnavailable({
    what: `The data folder ${resolve(folder)} was removed, moved or replaced while it was in use.`,
    details: `The lock ${lockFile(folder)} is gone or belongs to another process.`,
    solution:
      "Start Heddle again: it continues with what is in the folder now, or creates a new database. Stop Heddle before you move, restore or delete its data."
  })

const notWritable = (folder: string, cause: unknown) =>
  new DatabaseUnavailable({
    what: `The data folder ${resolve(folder)} cannot be used.`,
    details: cause instanceof Error ? cause.message : String(cause),
    solution: "Make the folder writable for this user, or set HEDDLE_DATA_DIR to another folder."
  })
