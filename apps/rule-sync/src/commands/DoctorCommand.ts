/** `heddle-rules doctor`: checks step by step what the other commands need. */
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { connection } from "../apply/Connection.ts"
import { Webhooks } from "../apply/Webhooks.ts"
import { loadFiles } from "../files/LoadFiles.ts"
import { plural, sizeText } from "../report/Words.ts"
import { settings } from "../Settings.ts"
import { Exit, exitCodes } from "./ExitCodes.ts"
import { fileParameters } from "./Shared.ts"

/** Prints what was found or what is wrong; whether it is right. */
const check = <E extends { readonly message: string }, R>(name: string, found: Effect.Effect<string, E, R>) =>
  Effect.matchEffect(found, {
    onSuccess: (text) => Effect.as(Console.log(`ok    ${name}: ${text}`), true),
    onFailure: ({ message }) => Effect.as(Console.log(`fail  ${name}: ${message.replaceAll("\n", "\n      ")}`), false)
  })

const account = Webhooks.use(({ list }) => list).pipe(
  Effect.map((actual) => `it accepts the key; the account has ${sizeText(actual)}`)
)

export const doctorCommand = Command.make(
  "doctor",
  fileParameters,
  Effect.fnUntraced(function* ({ files }) {
    const isFileRight = yield* check(
      "Files",
      Effect.map(loadFiles(files), ({ endpoints }) => `${files.join(", ")}, ${plural(endpoints.length, "endpoint")}`)
    )
    const hasSettings = yield* check(
      "Settings",
      Effect.map(settings, ({ baseUrl }) => `HEDDLE_API_KEY is set; the API is at ${baseUrl}`)
    )
    const isConnected = hasSettings && (yield* check("API", Effect.provide(account, connection)))
    if (!isFileRight || !isConnected) return yield* new Exit({ code: exitCodes.error })
  })
).pipe(
  Command.withDescription("Check the files, the settings, the connection and the key, and say what to do about each."),
  Command.withExamples([{ command: "heddle-rules doctor", description: "When a command fails" }])
)
