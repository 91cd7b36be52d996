/** Generators of clients, and the folder in which what they make finds its packages. `npm run reference-clients` installs them. */
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { mkdtemp } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { cleanEnvironment } from "../support/HeddleProcess.ts"
import { Optional } from "../support/Optional.ts"

const installed = fileURLToPath(new URL("node_modules/", import.meta.url))
const deadlineMillis = 120_000

export interface Ended {
  readonly code: number
  readonly out: string
  readonly all: string
}

/** Runs a program in a folder, in the environment of a user without settings of their own. */
export const run = (
  folder: string,
  file: string,
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {}
): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(
      file,
      [...args],
      { cwd: folder, env: { ...cleanEnvironment(), ...env }, timeout: deadlineMillis, maxBuffer: 2 ** 26 },
      (error, out, rest) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1
        resolve({ code, out, all: out + rest })
      }
    )
  })

export interface Generators {
  /** Types of every operation in TypeScript. */
  readonly openapiTypescript: string
  /** Types of an answer in Python or Go. */
  readonly quicktype: string
  readonly tsc: string
  readonly makeFolder: () => Promise<string>
}

export const generators = new Optional<Generators>({
  thing: "REFERENCE_CLIENTS",
  name: "generators of clients",
  remedy: "npm run reference-clients",
  find: () =>
    existsSync(join(installed, "openapi-typescript"))
      ? {
          openapiTypescript: join(installed, "openapi-typescript/bin/cli.js"),
          quicktype: join(installed, "quicktype/dist/index.js"),
          tsc: join(installed, "typescript/bin/tsc"),
          // Not below `node_modules`, where Node runs no TypeScript.
          makeFolder: () => mkdtemp(join(installed, "../dist.client-"))
        }
      : undefined
})
