/** Programs of others that call or test an MCP server. `npm run mcp-clients` installs them in `clients/`. */
import { execFile } from "node:child_process"
import { existsSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { cleanEnvironment } from "../support/HeddleProcess.ts"
import { Optional } from "../support/Optional.ts"

const installed = new URL("clients/node_modules/@modelcontextprotocol/", import.meta.url)
// A conformance run over a whole revision takes some 20 seconds on busy cores.
const deadlineMillis = 120_000

export interface Ended {
  readonly code: number
  readonly out: string
  readonly all: string
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Receives what the program prints, as it prints it. */
  readonly onOutput?: (text: string) => void
}

export type Program = (args: ReadonlyArray<string>, options?: RunOptions) => Promise<Ended>

/** Runs a program on this Node, in the environment of a user without settings of their own. */
const programAt =
  (file: string): Program =>
  (args, { env = {}, onOutput } = {}) =>
    new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [file, ...args],
        { env: { ...cleanEnvironment(), NO_COLOR: "1", ...env }, timeout: deadlineMillis, maxBuffer: 2 ** 26 },
        (error, out, rest) => {
          const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1
          resolve({ code, out, all: out + rest })
        }
      )
      for (const stream of [child.stdout, child.stderr]) {
        stream?.on("data", (chunk: Buffer | string) => onOutput?.(chunk.toString()))
      }
    })

const program = (name: string, path: string): Optional<Program> =>
  new Optional({
    thing: "MCP_CLIENTS",
    name,
    remedy: "npm run mcp-clients",
    find: () => {
      const file = fileURLToPath(new URL(path, installed))
      return existsSync(file) ? programAt(file) : undefined
    }
  })

export const conformance = program("the MCP conformance suite", "conformance/dist/index.js")
export const inspector = program("the MCP Inspector", "inspector/clients/launcher/build/index.js")
