import { Effect, Schema } from "effect"
import { spawn } from "node:child_process"
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs"
import { basename, dirname, join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { DatabaseUnavailable } from "../client/DatabaseInfo.ts"
import { compilerFlags } from "./CompilerFlags.ts"
import { lockDataDir } from "./DataDirLock.ts"

/** PGlite could not open or create its storage. */
export class NotOpened extends Schema.TaggedError<NotOpened>()("NotOpened", { reason: Schema.String }) {}

const program = fileURLToPath(new URL("./NewFolderProgram.ts", import.meta.url))

/** Of V8's own heap, which holds little here; otherwise it would grow before it is collected. */
const heapFlags = ["--max-old-space-size=64", "--max-semi-space-size=1"]

/** Of what the program writes about a failure: its end names the cause. */
const maxReasonCharacters = 500

const infix = ".new-"

export const isCreated = (folder: string): boolean => existsSync(join(folder, "PG_VERSION"))

/** Those of processes that were killed. */
const removeUnfinished = (folder: string) => {
  const parent = dirname(resolve(folder))
  for (const name of readdirSync(parent)) {
    if (name.startsWith(`${basename(folder)}${infix}`)) rmSync(join(parent, name), { recursive: true, force: true })
  }
}

const runProgram = (draft: string) =>
  Effect.callback<void, NotOpened>((resume) => {
    const child = spawn(process.execPath, [...compilerFlags, ...heapFlags, program, draft], {
      stdio: ["pipe", "ignore", "pipe"]
    })
    let output = ""
    child.stderr.on("data", (chunk: Buffer) => (output = (output + chunk.toString()).slice(-maxReasonCharacters)))
    child.once("error", ({ message }) => resume(Effect.fail(new NotOpened({ reason: message }))))
    child.once("close", (code, signal) =>
      resume(
        code === 0
          ? Effect.void
          : Effect.fail(
              new NotOpened({ reason: output.trim() || `creating it ended with ${signal ?? `code ${code}`}` })
            )
      )
    )
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/**
 * Creates the folder of an embedded database, unless it is there. The caller holds its lock. This takes three times the
 * memory that the database needs later, so a process of its own does it and gives everything back. The folder gets its
 * name when it is complete, so no kill leaves half of one.
 */
const createFolder = Effect.fn("createFolder")(function* (folder: string) {
  const attempt = (step: () => void) =>
    Effect.try({
      try: step,
      catch: (cause) => new NotOpened({ reason: cause instanceof Error ? cause.message : String(cause) })
    })
  yield* attempt(() => removeUnfinished(folder))
  if (isCreated(folder)) return
  const draft = `${resolve(folder)}${infix}${process.pid}`
  yield* runProgram(draft)
  yield* attempt(() => renameSync(draft, resolve(folder)))
})

/** The major version of PostgreSQL in PGlite. It can open only folders of the same version. */
export const pgliteMajor = "18"

/** Opens the folder's database exclusively until the scope closes, and creates it first where there is none. */
export const holdDataDir = Effect.fnUntraced(function* <A, R>(folder: string, open: Effect.Effect<A, NotOpened, R>) {
  yield* lockDataDir(folder)
  yield* checkVersion(folder)
  return yield* Effect.mapError(Effect.andThen(createFolder(folder), open), ({ reason }) => cannotOpen(folder, reason))
})

const checkVersion = (folder: string) =>
  Effect.suspend(() => {
    const file = join(folder, "PG_VERSION")
    const version = existsSync(file) ? readFileSync(file, "utf8").trim() : pgliteMajor
    return version === pgliteMajor ? Effect.void : Effect.fail(otherVersion(folder, version))
  })

const otherVersion = (folder: string, version: string) =>
  new DatabaseUnavailable({
    what: `The data folder ${resolve(folder)} was written by PostgreSQL ${version}; this version of Heddle embeds ${pgliteMajor}.`,
    details: "The files of one major version of PostgreSQL cannot be read by another.",
    solution:
      "Run the version of Heddle that wrote the folder, or set HEDDLE_DATA_DIR to another folder, or set DATABASE_URL to use a PostgreSQL server."
  })

const cannotOpen = (folder: string, details: string) =>
  new DatabaseUnavailable({
    what: `The embedded database in ${resolve(folder)} could not be opened.`,
    details,
    solution:
      "Check the free space and the permissions of the folder, restore it from a backup, or set HEDDLE_DATA_DIR to another folder."
  })
