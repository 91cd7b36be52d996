import { parseArgs, type ParseArgsConfig } from "node:util"
import { messageOf, UsageError } from "./Terminal.ts"

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
