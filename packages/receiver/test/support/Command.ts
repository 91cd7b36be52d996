import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { runCommand } from "../../src/cli/Commands.ts"

const program = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url))

export interface Given {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string | Uint8Array
}

/** The command as a user starts it. */
export function start(args: ReadonlyArray<string>, { env = {}, input = "" }: Given = {}) {
  const child = spawn(process.execPath, [program, ...args], { env })
  const output = { out: "", err: "" }
  child.stdout.on("data", (chunk) => (output.out += String(chunk)))
  child.stderr.on("data", (chunk) => (output.err += String(chunk)))
  child.stdin.end(input)
  const ended = once(child, "close").then(([code]) => ({ ...output, code: Number(code) }))
  return { child, output, ended }
}

export const run = (args: ReadonlyArray<string>, given?: Given) => start(args, given).ended

/** The same without a process of its own, for tables of many cases. */
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
