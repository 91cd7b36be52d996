/** `heddle-rules init` and `import`: write a rule file that did not exist. */
import { Console, Effect, FileSystem } from "effect"
import { Argument, Command } from "effect/cli"
import { connection } from "../apply/Connection.ts"
import { Webhooks } from "../apply/Webhooks.ts"
import { defaultFile, UnreadableFile } from "../files/LoadFiles.ts"
import { exampleText, ruleFileText } from "../files/RuleFileText.ts"
import { sizeText } from "../report/Words.ts"
import { reportErrors } from "./Shared.ts"

const parameters = {
  file: Argument.String("file").pipe(
    Argument.withDescription(`The file to write (default ${defaultFile})`),
    Argument.withDefault(defaultFile)
  )
}

/** Never over another, which may be the only place of somebody's changes. */
const writeNew = Effect.fnUntraced(function* (command: string, file: string, text: string) {
  const files = yield* FileSystem.FileSystem
  yield* files.writeFileString(file, text, { flag: "wx" }).pipe(
    Effect.mapError(({ reason }) => {
      const problem =
        reason._tag === "AlreadyExists" ? "the file exists already" : `the file cannot be written (${reason._tag})`
      return new UnreadableFile({ message: `${file}: ${problem}. Give another path: heddle-rules ${command} FILE` })
    })
  )
})

export const initCommand = Command.make(
  "init",
  parameters,
  Effect.fnUntraced(function* ({ file }) {
    yield* writeNew("init", file, exampleText)
    yield* Console.log(
      `${file}: an example. Change it, check it with \`heddle-rules validate\`, then run \`heddle-rules plan\`.\n` +
        "If the account has rules already, `heddle-rules import` writes them to a file."
    )
  }, reportErrors)
).pipe(
  Command.withDescription("Write a new rule file with an example."),
  Command.withExamples([{ command: "heddle-rules init", description: "Write heddle.rules.yaml" }])
)

export const importCommand = Command.make(
  "import",
  parameters,
  Effect.fnUntraced(function* ({ file }) {
    const actual = yield* Webhooks.use(({ list }) => list).pipe(Effect.provide(connection))
    yield* writeNew("import", file, ruleFileText(file, actual))
    yield* Console.log(`${file}: ${sizeText(actual)}.`)
  }, reportErrors)
).pipe(
  Command.withDescription("Write a new rule file with all endpoints and rules of the account."),
  Command.withExamples([{ command: "heddle-rules import", description: "Write heddle.rules.yaml" }])
)
