/** How a server writes its log: lines for people, or one JSON object per line for programs that collect logs. */
import { Console, Effect, Formatter, Layer, Logger } from "effect"
import { Settings } from "./Settings.ts"

const textOf = (part: unknown): string => (typeof part === "string" ? part : Formatter.formatJson(part))

/** `message` is always text: programs that collect logs reject a field that changes its type. */
const json = Logger.withConsoleLog(
  Logger.map(Logger.formatStructured, ({ message, ...entry }) =>
    Formatter.formatJson({ ...entry, message: [message].flat().map(textOf).join(" ") })
  )
)

const loggerOf = (format: "text" | "json"): Logger.Logger<unknown, void> =>
  format === "json" ? json : Logger.consolePretty({ formatDate: (date) => date.toISOString() })

export const LogFormat = Layer.unwrap(Effect.map(Settings, ({ logFormat }) => Logger.layer([loggerOf(logFormat)])))

/** The log of a server that has no services, because it could not start. */
export const JsonLog = Logger.layer([json])

/** Tells the operator what the server does, as a line of its own or in the log. */
export const announce = (text: string): Effect.Effect<void, never, Settings> =>
  Effect.flatMap(Settings, ({ logFormat }) => (logFormat === "json" ? Effect.logInfo(text) : Console.log(text)))
