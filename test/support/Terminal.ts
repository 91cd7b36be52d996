/** A reader's terminal: runs the commands of a page, and replaces `…` with ids and secrets from earlier output. */
import { spawn } from "node:child_process"
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { freePort } from "./FreePort.ts"
import { cleanEnvironment } from "./HeddleProcess.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))
/** Makes a folder work like the root of a checkout, so that files and data of the test stay out of the real one. */
const ofCheckout = ["apps", "node_modules", "package.json", "packages", "scripts"]

const placeholder = /\b(hdl|whsec|ep|acct|key|buy|rule|dlv|rec)_…/g
const prefixes = ["hdl", "whsec", "ep", "acct", "key", "buy", "rule", "dlv", "rec"]
/** The ports in the pages. */
const shownPorts = ["4000", "4001", "4002", "4003"] as const

/**
 * Makes an HTTP error fail the command. After the first `npm run heddle`, the rest of them start what that script
 * starts, because npm takes longer than many a command.
 */
const preamble = `set -eo pipefail
npm() {
  if [ "$1 $2" = "run -s" ]; then shift 2; set -- run "$@"; fi
  if [ "$1 $2 $3" = "run heddle --" ] && [ -f .npm-was-run ]; then
    shift 3
    "${process.execPath}" apps/server/bin/heddle.mjs "$@"
  else
    if [ "$1 $2" = "run heddle" ]; then touch .npm-was-run; fi
    command npm "$@"
  fi
}
curl() { command curl --silent --show-error --fail-with-body --max-time 60 "$@"; }
[ -f .exports ] && . ./.exports
`

export interface Ran {
  readonly code: number | null
  readonly output: string
}

export class Terminal {
  readonly folder: string
  readonly ports: Readonly<Record<(typeof shownPorts)[number], number>>
  readonly #fromCommands = new Map<string, string>()
  /** Only used for what no command printed: a server logs ids at any moment, such as that of an endpoint that fails. */
  readonly #fromServers = new Map<string, string>()
  readonly #running = new Set<ReturnType<typeof spawn>>()

  private constructor(folder: string, ports: Terminal["ports"]) {
    this.folder = folder
    this.ports = ports
  }

  static async open(): Promise<Terminal> {
    const folder = await mkdtemp(join(tmpdir(), "heddle-pages-"))
    for (const name of ofCheckout) await symlink(join(root, name), join(folder, name))
    const [api, operator, demo, own] = [await freePort(), await freePort(), await freePort(), await freePort()]
    return new Terminal(folder, { 4000: api, 4001: operator, 4002: demo, 4003: own })
  }

  async save(name: string, text: string): Promise<void> {
    await writeFile(join(this.folder, name), this.#here(text))
  }

  /** Runs a command to its end; later commands see its exports. */
  async run(command: string): Promise<Ran> {
    const script = `${preamble}${this.#here(command)}\nexport -p > .exports\n`
    const child = this.#spawn(script)
    let output = ""
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)))
    const code = await new Promise<number | null>((resolve) => child.once("close", resolve))
    this.#read(output, this.#fromCommands)
    return { code, output }
  }

  /** Starts a command that runs until `stop`, and gives access to its output so far. */
  start(command: string): { readonly output: () => string; readonly stop: () => Promise<void> } {
    const child = this.#spawn(`${preamble}exec ${this.#here(command).replace(/^((?:\w+=\S+ )+)/, "env $1")}\n`)
    let output = ""
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += String(chunk)
        this.#read(output, this.#fromServers)
      })
    }
    const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
    this.#running.add(child)
    const stop = async () => {
      this.#running.delete(child)
      // Signals the whole group, because npm does not forward every signal.
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGTERM")
      await ended
    }
    return { output: () => output, stop }
  }

  async close(): Promise<void> {
    for (const child of this.#running) {
      if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL")
    }
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }

  #spawn(script: string) {
    return spawn("bash", ["-c", script], {
      cwd: this.folder,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...cleanEnvironment(),
        HEDDLE_PORT: String(this.ports[4000]),
        HEDDLE_OPERATOR_PORT: String(this.ports[4001]),
        HEDDLE_DEMO_RECEIVER_PORT: String(this.ports[4002])
      }
    })
  }

  /** Fills in this terminal's ports and the ids from earlier output. */
  #here(text: string): string {
    const ported = shownPorts.reduce((all, port) => all.replaceAll(port, String(this.ports[port])), text)
    return ported.replaceAll(
      placeholder,
      (asked, prefix: string) => this.#fromCommands.get(prefix) ?? this.#fromServers.get(prefix) ?? asked
    )
  }

  /** Remembers each id that is the only one of its kind in an output: a reader would not copy one of many. */
  #read(output: string, into: Map<string, string>): void {
    // npm echoes the command that it runs, including ids from the page.
    const printed = output.replaceAll(/^> .*$/gm, "")
    for (const prefix of prefixes) {
      const found = new Set(printed.match(new RegExp(`\\b${prefix}_[A-Za-z0-9_+/=-]{8,}`, "g")))
      const [only] = found
      if (only !== undefined && found.size === 1) into.set(prefix, only)
    }
  }
}
