import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import type { Given } from "./RunHere.ts"

const program = fileURLToPath(new URL("../../src/main.ts", import.meta.url))

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
