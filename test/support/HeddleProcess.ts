/** The real server as a child process, for tests that start it, call it, kill it and start it again. */
import { type ChildProcess, spawn } from "node:child_process"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { freePort } from "./FreePort.ts"
import type { Account } from "./UnprivilegedAccount.ts"

/** As a place's `checkout`, runs the sources instead of the package. */
export const ownCheckout = fileURLToPath(new URL("../..", import.meta.url))
/** Of the package as it is published, which the test run has built: a start from its few files takes less time. */
export const builtProgram = join(ownCheckout, "node_modules/.cache/heddle-test/server/lib/heddle.js")
const programOf = ({ program, checkout }: Place): string =>
  program ?? (checkout === undefined ? builtProgram : join(checkout, "apps/server/bin/heddle.mjs"))
// Generous, because many tests may share two cores.
export const startDeadlineMillis = 150_000
const pollMillis = 50

export interface Place {
  readonly port: number
  readonly operatorPort: number
  readonly env: Readonly<Record<string, string>>
  /** Maximum file size, to simulate a full disk. */
  readonly maxFileKiB?: number
  /** Runs the sources of a checkout of the repository instead of the package that the test run has built. */
  readonly checkout?: string
  /** Runs this program instead. */
  readonly program?: string
  /** Runs the server as another user. */
  readonly account?: Account
  /** What the operator port asks for, if the environment sets it. */
  readonly operatorToken?: string
}

export interface HeddleProcess {
  readonly pid: number
  readonly baseUrl: string
  readonly operatorUrl: string
  readonly operatorHeaders: Readonly<Record<string, string>>
  /** Everything that the process has printed so far. */
  output(): string
  /** Sends SIGKILL and resolves when the process is gone. */
  kill(): Promise<void>
  /** Sends SIGTERM, as an operator would. */
  stop(): Promise<void>
  /** Waits for the process to exit; resolves to its exit code, null after a signal. */
  exit(): Promise<number | null>
}

/** The environment of this process without Heddle's settings, which would affect the test. */
export const cleanEnvironment = (): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:HEDDLE_|DATABASE_URL)/.test(name)))

/** A data folder and database with their ports; can be started again after a kill. */
export const choosePlace = async (dataDir: string, env: Readonly<Record<string, string>>): Promise<Place> => {
  const port = await freePort()
  const operatorPort = await freePort()
  return {
    port,
    operatorPort,
    env: {
      HEDDLE_DATA_DIR: dataDir,
      HEDDLE_PORT: String(port),
      HEDDLE_OPERATOR_PORT: String(operatorPort),
      HEDDLE_SOURCE: "none",
      HEDDLE_WEBHOOK_ALLOW_LOOPBACK: "true",
      ...env
    }
  }
}

const ended = (child: ChildProcess): Promise<void> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once("exit", () => resolve()))

/** Starts `heddle serve`, or another command that serves, and waits until it is ready. */
export const startHeddle = async (place: Place, command = "serve"): Promise<HeddleProcess> => {
  const { port, operatorPort, env, maxFileKiB, account, operatorToken } = place
  const output: Array<string> = []
  const line = [process.execPath, programOf(place), command]
  const limited = ["sh", "-c", `ulimit -f ${(maxFileKiB ?? 0) * 2} && exec "$0" "$@"`, ...line]
  const [file = "", ...args] = maxFileKiB === undefined ? line : limited
  const child = spawn(file, args, {
    env: { ...cleanEnvironment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
    ...account
  })
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => output.push(chunk.toString()))
  const operatorUrl = `http://127.0.0.1:${operatorPort}`
  const deadline = Date.now() + startDeadlineMillis
  while (!(await answers(`${operatorUrl}/readyz`))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill("SIGKILL")
      throw new Error(`heddle ${command} did not become ready:\n${output.join("")}`)
    }
    await sleep(pollMillis)
  }
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended(child)
  }
  return {
    pid: child.pid ?? 0,
    baseUrl: `http://127.0.0.1:${port}`,
    operatorUrl,
    operatorHeaders: operatorToken === undefined ? {} : { authorization: `Bearer ${operatorToken}` },
    output: () => output.join(""),
    exit: async () => {
      await ended(child)
      return child.exitCode
    },
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM")
  }
}

const answers = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

/** Runs a CLI command to its end and returns its standard output; fails with the whole output. */
export const runHeddle = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [builtProgram, ...args], {
      env: { ...cleanEnvironment(), ...env },
      stdio: ["ignore", "pipe", "pipe"]
    })
    let out = ""
    let all = ""
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString()
      all += chunk.toString()
    })
    child.stderr.on("data", (chunk: Buffer) => (all += chunk.toString()))
    child.on("error", reject)
    child.on("exit", (code) =>
      code === 0 ? resolve(out) : reject(new Error(`heddle ${args.join(" ")} ended with ${code}:\n${all}`))
    )
  })

/** Polls until a condition is true; the error after the time limit names the condition. */
export const eventually = async (what: string, check: () => Promise<boolean>, millis: number): Promise<void> => {
  const deadline = Date.now() + millis
  while (!(await check())) {
    if (Date.now() > deadline) throw new Error(`not within ${millis} ms: ${what}`)
    await sleep(pollMillis)
  }
}
