/** How a server writes its log: lines for people, or one JSON object per line for programs that collect logs. */
import { Console, Effect, Layer, Logger } from "effect"
import { Settings } from "./Settings.ts"

const loggerOf = (format: "text" | "json"): Logger.Logger<unknown, void> =>
  format === "json" ? Logger.consoleJson : Logger.consolePretty({ formatDate: (date) => date.toISOString() })

export const LogFormat = Layer.unwrap(Effect.map(Settings, ({ logFormat }) => Logger.layer([loggerOf(logFormat)])))

/** Tells the operator what the server does, as a line of its own or in the log. */
export const announce = (text: string): Effect.Effect<void, never, Settings> =>
  Effect.flatMap(Settings, ({ logFormat }) => (logFormat === "json" ? Effect.logInfo(text) : Console.log(text)))
