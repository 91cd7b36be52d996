/** Programs of others that end by themselves, in the environment of a user without settings of their own. */
import { execFile } from "node:child_process"
import { cleanEnvironment } from "./HeddleProcess.ts"

// A conformance run over a whole revision of MCP takes some 20 seconds on busy cores.
const deadlineMillis = 120_000

export interface Ended {
  readonly code: number
  readonly out: string
  readonly all: string
}

export interface RunOptions {
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Receives what the program prints, as it prints it. */
  readonly onOutput?: (text: string) => void
}

export const runToEnd = (
  file: string,
  args: ReadonlyArray<string>,
  { cwd, env = {}, onOutput }: RunOptions = {}
): Promise<Ended> =>
  new Promise((resolve) => {
    const child = execFile(
      file,
      args,
      { cwd, env: { ...cleanEnvironment(), NO_COLOR: "1", ...env }, timeout: deadlineMillis, maxBuffer: 2 ** 26 },
      (error, out, rest) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1
        resolve({ code, out, all: out + rest })
      }
    )
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (chunk: Buffer | string) => onOutput?.(chunk.toString()))
    }
  })
