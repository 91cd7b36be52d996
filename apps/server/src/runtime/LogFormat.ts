/** How a server writes its log: lines for people, or one JSON object per line for programs that collect logs. */
import { version } from "@heddle/api/fields"
import { Cause, Console, Effect, Formatter, Layer, Logger, References } from "effect"
import { styleText } from "node:util"
import { nodeName } from "./NodeName.ts"
import { Settings } from "./Settings.ts"
import { errorText } from "./StatementText.ts"

const textOf = (part: unknown): string => {
  if (typeof part === "string") return part
  return (part instanceof Error ? errorText(part) : undefined) ?? Formatter.formatJson(part)
}

const messageOf = (message: unknown): string => [message].flat().map(textOf).join(" ")

/** The first line of a cause; the stack traces of libraries around it say less. */
const errorOf = (cause: Cause.Cause<unknown>): string | undefined =>
  cause.reasons.length === 0 ? undefined : errorText(Cause.squash(cause))

/** `message` is always text: programs that collect logs reject a field that changes its type. */
const json = Logger.make<unknown, string>(({ message, cause, date, fiber, logLevel }) => {
  const { span } = fiber.cache
  return Formatter.formatJson({
    timestamp: date.toISOString(),
    level: logLevel.toUpperCase(),
    message: messageOf(message),
    service: "heddle",
    version,
    node: nodeName,
    ...(span === undefined ? {} : { traceId: span.traceId, spanId: span.spanId }),
    annotations: fiber.getRef(References.CurrentLogAnnotations),
    ...(cause.reasons.length === 0 ? {} : { error: errorOf(cause), cause: Cause.pretty(cause) })
  })
})

const levelColors = { Warn: "yellow", Error: "red", Fatal: "red" } as const

const isColored = (level: string): level is keyof typeof levelColors => Object.hasOwn(levelColors, level)

const annotationsOf = (annotations: Readonly<Record<string, unknown>>): string =>
  Object.entries(annotations)
    .map(([name, value]) => ` ${name}=${textOf(value)}`)
    .join("")

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, "  ")

/** Annotations follow the first line of the message, which may have more. */
const text = Logger.make<unknown, string>(({ message, cause, date, fiber, logLevel }) => {
  const level = logLevel.toUpperCase()
  const [first = "", ...more] = messageOf(message).split("\n")
  return [
    `[${date.toISOString()}] ${isColored(logLevel) ? styleText(levelColors[logLevel], level) : level}: ${first}` +
      annotationsOf(fiber.getRef(References.CurrentLogAnnotations)),
    ...more,
    ...(cause.reasons.length === 0 ? [] : [errorOf(cause) ?? [], Cause.pretty(cause)].flat().map(indented))
  ].join("\n")
})

const loggerOf = (format: "text" | "json"): Logger.Logger<unknown, void> =>
  Logger.withConsoleLog(format === "json" ? json : text)

export const LogFormat = Layer.unwrap(Effect.map(Settings, ({ logFormat }) => Logger.layer([loggerOf(logFormat)])))

/** The log of a server that has no services, because it could not start. */
export const JsonLog = Logger.layer([loggerOf("json")])

/** Tells the operator what the server does, as a line of its own or in the log. */
export const announce = (text: string): Effect.Effect<void, never, Settings> =>
  Effect.flatMap(Settings, ({ logFormat }) => (logFormat === "json" ? Effect.logInfo(text) : Console.log(text)))
