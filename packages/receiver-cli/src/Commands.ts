import { readFileSync } from "node:fs"
import { ReceiverConfigError } from "@heddle/receiver"
import { listen, listenHelp } from "./listen/Listen.ts"
import { send, sendHelp } from "./send/Send.ts"
import { type ExitCode, exitCodes, type Terminal, UsageError } from "./Terminal.ts"
import { verifyHelp, verifySaved } from "./verify/VerifySaved.ts"

interface Command {
  readonly help: string
  readonly run: (terminal: Terminal) => Promise<ExitCode>
}

const commands: ReadonlyMap<string, Command> = new Map([
  ["listen", { help: listenHelp, run: listen }],
  ["verify", { help: verifyHelp, run: verifySaved }],
  ["send", { help: sendHelp, run: send }]
])

const help = `heddle-receiver: receive, check and send Heddle webhooks

  heddle-receiver listen [--forward URL]   shows the events that arrive, and passes them on
  heddle-receiver listen --forward-to URL --endpoint ID
                                           passes real events on to a machine without a public address
  heddle-receiver verify FILE              finds out why a saved request is refused
  heddle-receiver send --to URL            sends signed sample events to your handler

"heddle-receiver COMMAND --help" lists the options, "heddle-receiver --version" shows the version.
The secret comes from HEDDLE_WEBHOOK_SECRET or --secret-file.
Exit codes: 0 done, 1 a request was refused, 2 the command could not be run as it was given.`

const asksForHelp = (args: ReadonlyArray<string>) => args.includes("--help") || args.includes("-h")

function version(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
  return typeof manifest === "object" && manifest !== null && "version" in manifest ? String(manifest.version) : ""
}

function chooseCommand({ args, out }: Terminal): Command | null {
  const [name = "--help", ...rest] = args
  if (name === "--version") {
    out(version())
    return null
  }
  const command = commands.get(name)
  if (command === undefined && !["--help", "-h", "help"].includes(name)) {
    throw new UsageError(`There is no command "${name}": use ${[...commands.keys()].join(", ")} or --help.`)
  }
  if (command !== undefined && !asksForHelp(rest)) return command
  out(command?.help ?? help)
  return null
}

export async function runCommand(terminal: Terminal): Promise<ExitCode> {
  try {
    const command = chooseCommand(terminal)
    return command === null ? exitCodes.success : await command.run({ ...terminal, args: terminal.args.slice(1) })
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof ReceiverConfigError)) throw error
    terminal.err(`heddle-receiver: ${error.message}`)
    return exitCodes.usage
  }
}
