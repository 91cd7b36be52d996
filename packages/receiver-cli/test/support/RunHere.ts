import { runCommand } from "../../src/Commands.ts"

export interface Given {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string | Uint8Array
}

/** Runs the command in this process, for tables of many cases. */
export async function runHere(args: ReadonlyArray<string>, { env = {}, input = "" }: Given = {}) {
  const out: Array<string> = []
  const err: Array<string> = []
  const code = await runCommand({
    args,
    env,
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    colours: false,
    readInput: async () => (typeof input === "string" ? new TextEncoder().encode(input) : input),
    stop: AbortSignal.abort()
  })
  return { out: out.join("\n"), err: err.join("\n"), code }
}
