/** Parameters, output and error reporting, shared by the commands. */
import { Config, Console, Data, Effect, FileSystem, type PlatformError } from "effect"
import { Argument, Flag } from "effect/cli"
import type { ApiFailure } from "../apply/ApiFailure.ts"
import type { PartlyApplied } from "../apply/Apply.ts"
import type { RuleMapFailure } from "../apply/RuleMapFile.ts"
import { defaultFile, UnreadableFile } from "../files/LoadFiles.ts"
import { formatProblem, type InvalidFile, type Problem } from "../plan/Problem.ts"
import type { UnsafePlan } from "../plan/Safety.ts"
import { githubAnnotations } from "../report/ProblemReport.ts"
import type { InvalidSetting } from "../Settings.ts"
import { Exit, exitCodes } from "./ExitCodes.ts"

export const fileParameters = {
  files: Argument.String("file").pipe(
    Argument.withDescription(`Rule files, or folders with *.rules.yaml and *.rules.json (default ${defaultFile})`),
    Argument.variadic(),
    Argument.map((files) => (files.length === 0 ? [defaultFile] : files))
  )
}

export const jsonParameter = {
  json: Flag.Boolean("json").pipe(Flag.withDescription("Print one JSON document"), Flag.withDefault(false))
}

/** A wrong combination of flags and files. */
export class WrongUse extends Data.TaggedError("WrongUse")<{ readonly message: string }> {}

const inGitHub = Config.Boolean("GITHUB_ACTIONS").pipe(
  Config.withDefault(false),
  Effect.orElseSucceed(() => false)
)

/** On standard error, and at the lines of the files where a forge can show that. */
export const printProblems = Effect.fnUntraced(function* (
  level: "error" | "warning",
  problems: ReadonlyArray<Problem>
) {
  if (problems.length === 0) return
  if (level === "warning")
    yield* Console.error(problems.map((problem) => `Warning: ${formatProblem(problem)}`).join("\n"))
  if (yield* inGitHub) yield* Console.log(githubAnnotations(level, problems))
})

export const printJson = (value: unknown) => Console.log(JSON.stringify(value, null, 2))

export const notWritten =
  (path: string) =>
  ({ reason }: PlatformError.PlatformError) =>
    new UnreadableFile({ message: `${path}: cannot be written (${reason._tag}).` })

export const writeFile = Effect.fnUntraced(function* (path: string, text: string, flag: "w" | "a" = "w") {
  const files = yield* FileSystem.FileSystem
  yield* Effect.mapError(files.writeFileString(path, text, { flag }), notWritten(path))
})

type ReportedError =
  | ApiFailure
  | InvalidFile
  | InvalidSetting
  | MovedOn
  | PartlyApplied
  | RuleMapFailure
  | UnsafePlan
  | UnreadableFile
  | WrongUse

/** The plan file is not what `apply` would do now. */
export class MovedOn extends Data.TaggedError("MovedOn")<{ readonly message: string }> {}

const codes: Readonly<Partial<Record<ReportedError["_tag"], number>>> = {
  PartlyApplied: exitCodes.partlyApplied,
  UnsafePlan: exitCodes.unsafePlan,
  MovedOn: exitCodes.movedOn,
  WrongUse: exitCodes.usage
}

/** Prints the error and ends with its exit code. */
export const reportErrors = <A, R>(program: Effect.Effect<A, ReportedError | Exit, R>): Effect.Effect<A, Exit, R> =>
  program.pipe(
    Effect.catch(
      Effect.fnUntraced(function* (error) {
        if (error._tag === "Exit") return yield* error
        yield* Console.error(error.message)
        if (error._tag === "InvalidFile") yield* printProblems("error", error.problems)
        return yield* new Exit({ code: codes[error._tag] ?? exitCodes.error })
      })
    )
  )
