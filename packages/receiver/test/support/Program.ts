/** Servers and builds of other people's tools as processes of their own. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { exchange } from "../frameworks/Wire.ts"

const startDeadlineMillis = 60_000

export interface Program {
  /** Everything it has printed so far. */
  readonly output: () => string
  /** Its exit code, null after a signal. */
  readonly ended: Promise<number | null>
  /** Answers whatever is asked, or fails with what it printed. */
  readonly untilListening: (port: number) => Promise<void>
  /** SIGKILL, and nothing is left of it when this resolves. */
  readonly kill: () => Promise<void>
}

export function startProgram(
  [file = "", ...args]: ReadonlyArray<string>,
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> }
): Program {
  const child = spawn(file, args, { ...options, stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)))
  const ended = once(child, "close").then(() => child.exitCode)
  const kill = async () => {
    child.kill("SIGKILL")
    await ended
  }
  return {
    output: () => output,
    ended,
    kill,
    untilListening: async (port) => {
      const deadline = Date.now() + startDeadlineMillis
      const probe = { method: "GET", headers: [], body: new Uint8Array() }
      while (!(await exchange(port, probe).catch(() => null))) {
        if (child.exitCode !== null || Date.now() > deadline) {
          await kill()
          throw new Error(`${file} ${args.join(" ")} did not start:\n${output}`)
        }
        await sleep(50)
      }
    }
  }
}

/** What it printed; fails with that if it ended with another code than 0. */
export async function runProgram(...given: Parameters<typeof startProgram>): Promise<string> {
  const { ended, output } = startProgram(...given)
  if ((await ended) !== 0) throw new Error(`${given[0].join(" ")} failed:\n${output()}`)
  return output()
}
