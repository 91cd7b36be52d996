import { readFile } from "node:fs/promises"
import { parseArgs, type ParseArgsConfig } from "node:util"
import { fileProblem, messageOf, type Terminal, UsageError } from "./Terminal.ts"

type Options = NonNullable<ParseArgsConfig["options"]>

export function parseArguments<const O extends Options>(command: string, args: ReadonlyArray<string>, options: O) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    // Only the first sentence: the rest explains how to pass a file called --like-this.
    const [problem = ""] = messageOf(error).split(/(?<=\.) (?=To )/)
    throw new UsageError(`${problem} "heddle-receiver ${command} --help" lists the options.`)
  }
}

export function refusePositionals(command: string, positionals: ReadonlyArray<string>): void {
  const [first] = positionals
  if (first !== undefined) throw new UsageError(`${command} takes options only, not "${first}".`)
}

/** Of the receiver's `toleranceSeconds`. */
export const toleranceRange = { fallback: 300, min: 1, max: 3600 }

export function integerOption(
  name: string,
  text: string | undefined,
  range: { readonly fallback: number; readonly min: number; readonly max: number }
): number {
  if (text === undefined) return range.fallback
  const value = Number(text)
  if (/^\d{1,9}$/.test(text) && value >= range.min && value <= range.max) return value
  throw new UsageError(`--${name} must be a whole number from ${range.min} to ${range.max}.`)
}

export function urlOption(name: string, text: string): URL {
  if (/^https?:\/\/[^/]/.test(text)) {
    try {
      return new URL(text)
    } catch {
      // Falls through to the one message.
    }
  }
  throw new UsageError(`--${name} must be a whole address such as http://127.0.0.1:3000/webhook.`)
}

/** A secret is shown to nobody: people know it by where it came from. */
export interface NamedSecret {
  readonly value: string
  readonly source: string
}

export const secretOptions = {
  secret: { type: "string", multiple: true },
  "secret-file": { type: "string" }
} as const

export const secretHelp = `Secret (one, or several while one is being rotated; never printed):
  HEDDLE_WEBHOOK_SECRET   in the environment; several separated by commas
  --secret-file FILE      one in each line; - reads standard input
  --secret SECRET         can be seen in the list of processes: for throw-away secrets only; repeatable`

const missing =
  "No secret. Set HEDDLE_WEBHOOK_SECRET to the endpoint's secret (whsec_…, shown by GET /webhook/endpoints), " +
  "or give --secret-file FILE (- reads standard input)."

const named = (source: string, values: ReadonlyArray<string>): ReadonlyArray<NamedSecret> =>
  values.map((value, index) => ({ value, source: values.length === 1 ? source : `${source}, number ${index + 1}` }))

async function readSecretFile(path: string, terminal: Terminal): Promise<ReadonlyArray<string>> {
  try {
    const bytes = path === "-" ? await terminal.readInput() : await readFile(path)
    return new TextDecoder()
      .decode(bytes)
      .split(/\r?\n/)
      .filter((line) => line.trim() !== "")
  } catch (error) {
    throw new UsageError(`--secret-file cannot be read: ${fileProblem(error)}.`)
  }
}

/** Options come before the environment. Values are as given: whoever uses them decides what is acceptable. */
export async function readSecrets(
  options: { readonly secret?: Array<string> | undefined; readonly "secret-file"?: string | undefined },
  terminal: Terminal
): Promise<ReadonlyArray<NamedSecret>> {
  const path = options["secret-file"]
  if (options.secret !== undefined) {
    terminal.err("warning: --secret can be seen in the list of processes and in your shell's history;")
    terminal.err("         HEDDLE_WEBHOOK_SECRET and --secret-file cannot.")
  }
  const given = [
    ...named("--secret", options.secret ?? []),
    ...(path === undefined ? [] : named("--secret-file", await readSecretFile(path, terminal)))
  ]
  if (given.length > 0) return given
  const fromEnvironment = (terminal.env["HEDDLE_WEBHOOK_SECRET"] ?? "").split(",").filter((value) => value !== "")
  if (path !== undefined || fromEnvironment.length === 0) throw new UsageError(missing)
  return named("HEDDLE_WEBHOOK_SECRET", fromEnvironment)
}
