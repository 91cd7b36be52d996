/** `heddle-rules validate`, `fmt` and `schema`: for those who write rule files. They need no connection. */
import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { formatted } from "../files/Format.ts"
import { loadFiles, readText, ruleFilesOf, variablesOf } from "../files/LoadFiles.ts"
import { replaceFile } from "../files/ReplaceFile.ts"
import { fileJsonSchema } from "../files/Shape.ts"
import { codeQuality } from "../report/ProblemReport.ts"
import { sizeText } from "../report/Words.ts"
import { Exit, exitCodes } from "./ExitCodes.ts"
import { fileParameters, notWritten, printJson, printProblems, reportErrors, writeFile } from "./Shared.ts"

export const fmtCommand = Command.make(
  "fmt",
  {
    ...fileParameters,
    check: Flag.Boolean("check").pipe(
      Flag.withDescription("Write nothing; end with 2 if a file is not formatted"),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* ({ files, check }) {
    let changed = 0
    for (const file of yield* ruleFilesOf(files)) {
      const text = yield* readText(file)
      const after = yield* Effect.fromResult(formatted(file, text, yield* variablesOf(text, true)))
      if (after === text) continue
      changed += 1
      if (!check) yield* replaceFile(file, after).pipe(Effect.mapError(notWritten(file)))
      yield* Console.log(check ? `${file} is not formatted` : `${file} formatted`)
    }
    if (check && changed > 0) return yield* new Exit({ code: exitCodes.changes })
  }, reportErrors)
).pipe(
  Command.withDescription(
    "Write the files in one form: field names in camel case and in one order, the same indentation. Comments and rules stay as they are."
  ),
  Command.withExamples([{ command: "heddle-rules fmt --check", description: "In CI" }])
)

export const schemaCommand = Command.make("schema", {}, () => printJson(fileJsonSchema())).pipe(
  Command.withDescription(
    "Print the JSON Schema of rule files. For completion in an editor, begin the file with `# yaml-language-server: $schema=PATH`."
  ),
  Command.withExamples([
    { command: "heddle-rules schema > heddle.rules.schema.json", description: "Write it to a file" }
  ])
)

export const validateCommand = Command.make(
  "validate",
  {
    ...fileParameters,
    report: Flag.String("code-quality").pipe(
      Flag.withDescription("Write the problems to this file, as a code quality report of GitLab"),
      Flag.optional
    )
  },
  Effect.fnUntraced(function* ({ files, report }) {
    const writeReport = (problems: Parameters<typeof codeQuality>[0]) =>
      Option.isSome(report) ? writeFile(report.value, codeQuality(problems)) : Effect.void
    const { endpoints, warnings } = yield* loadFiles(files, true).pipe(
      Effect.tapError((error) => writeReport(error._tag === "InvalidFile" ? error.problems : []))
    )
    yield* writeReport(warnings)
    yield* printProblems("warning", warnings)
    yield* Console.log(`${files.join(", ")}: ${sizeText(endpoints)}, no problems.`)
  }, reportErrors)
).pipe(
  Command.withDescription("Check the files as the API would, without a key or a connection."),
  Command.withExamples([{ command: "heddle-rules validate", description: "Check heddle.rules.yaml" }])
)
