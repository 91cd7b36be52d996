#!/usr/bin/env node
import { runCommand } from "./Commands.ts"
import type { Terminal } from "./Terminal.ts"

const stopping = new AbortController()
const stop = () => stopping.abort()
process.once("SIGINT", stop).once("SIGTERM", stop)
// Whoever reads has gone, as with `| head`: that ends the command and is no failure.
process.stdout.on("error", () => process.exit(0))

async function readInput(): Promise<Uint8Array> {
  const chunks: Array<Uint8Array> = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const { NO_COLOR = "", TERM } = process.env
const terminal: Terminal = {
  args: process.argv.slice(2),
  env: process.env,
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
  colours: process.stdout.isTTY && NO_COLOR === "" && TERM !== "dumb",
  readInput,
  stop: stopping.signal
}

process.exitCode = await runCommand(terminal)
