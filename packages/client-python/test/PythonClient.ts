/** The Python client in a process of its own, which makes one call after the other. */
import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { cleanEnvironment } from "../../../test/support/HeddleProcess.ts"
import { pythonName } from "../../client/scripts/PythonTypes.ts"

const driver = fileURLToPath(new URL("driver.py", import.meta.url))
const sources = fileURLToPath(new URL("../src", import.meta.url))

export interface Ran {
  readonly answer?: unknown
  readonly error?: Readonly<Record<string, unknown>>
  /** Seconds that it waited between tries. */
  readonly slept: ReadonlyArray<number>
}

const inPython = (parameters: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [pythonName(name), value]))

export class PythonClient {
  private readonly process: ChildProcess
  private readonly lines: AsyncIterator<string>

  /** `options` are those of the class `Heddle`. */
  constructor(command: string, options: Readonly<Record<string, unknown>>) {
    this.process = spawn(command, ["-X", "utf8", driver, JSON.stringify(options)], {
      env: { ...cleanEnvironment(), PYTHONPATH: sources, PYTHONDONTWRITEBYTECODE: "1" },
      stdio: ["pipe", "pipe", "inherit"]
    })
    if (this.process.stdout === null) throw new Error("Python has no output.")
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]()
  }

  /** With the names of the API: `about` is the operation that `estimate`, `pages` and `rows` are about. */
  async run(method: string, parameters: Readonly<Record<string, unknown>> = {}, about?: string): Promise<Ran> {
    const asked = { method: pythonName(method), arguments: inPython(parameters) }
    this.process.stdin?.write(
      `${JSON.stringify(about === undefined ? asked : { ...asked, about: pythonName(about) })}\n`
    )
    const { value, done } = await this.lines.next()
    if (done === true) throw new Error(`Python ended during ${method}.`)
    return JSON.parse(value)
  }

  async answer(method: string, parameters?: Readonly<Record<string, unknown>>, about?: string): Promise<unknown> {
    const { answer, error } = await this.run(method, parameters, about)
    if (error !== undefined) throw new Error(String(error["text"]))
    return answer
  }

  close(): void {
    this.process.stdin?.end()
  }
}
