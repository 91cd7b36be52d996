import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import type { Task } from "./Task.ts"

const delivering = fileURLToPath(new URL("Delivering.ts", import.meta.url))

export const newLog = (): string => join(mkdtempSync(join(tmpdir(), "receiver-faults-")), "steps.log")

/** What was logged so far, as words. */
export const readLog = (log: string): Array<ReadonlyArray<string>> =>
  existsSync(log)
    ? readFileSync(log, "utf8")
        .split("\n")
        .slice(0, -1)
        .map((line) => line.split(" "))
    : []

export interface Running {
  readonly child: ChildProcessWithoutNullStreams
  readonly lines: Array<string>
  readonly tell: (line: string) => void
  /** Exit code and signal. */
  readonly ended: Promise<Array<unknown>>
  readonly errors: () => string
}

export function run(task: Task): Running {
  const child = spawn(process.execPath, [delivering, JSON.stringify(task)])
  const lines: Array<string> = []
  let errors = ""
  createInterface({ input: child.stdout }).on("line", (line) => lines.push(line))
  child.stderr.on("data", (chunk) => (errors += String(chunk)))
  // A child that was killed takes no more input.
  child.stdin.on("error", () => {})
  return {
    child,
    lines,
    tell: (line) => void child.stdin.write(`${line}\n`),
    ended: once(child, "close"),
    errors: () => errors
  }
}
