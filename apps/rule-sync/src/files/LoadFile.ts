/** Reads and checks a rule file. */
import { Data, Effect, FileSystem } from "effect"
import type { Desired } from "../plan/Desired.ts"
import type { InvalidFile } from "../plan/Problem.ts"
import { readRuleFile } from "./RuleFile.ts"

export const defaultFile = "heddle.rules.yaml"
const maxFileBytes = 8 * 1024 * 1024

export class UnreadableFile extends Data.TaggedError("UnreadableFile")<{ readonly message: string }> {}

const unreadable = (path: string, problem: string) =>
  new UnreadableFile({ message: `${path}: ${problem}. Give the path of the rule file: heddle-rules plan FILE` })

const utf8 = new TextDecoder("utf-8", { fatal: true })

export const loadFile = Effect.fnUntraced(function* (
  path: string
): Effect.fn.Return<Desired, UnreadableFile | InvalidFile, FileSystem.FileSystem> {
  const files = yield* FileSystem.FileSystem
  const bytes = yield* files
    .readFile(path)
    .pipe(
      Effect.mapError(({ reason }) =>
        unreadable(path, reason._tag === "NotFound" ? "no such file" : `cannot be read (${reason._tag})`)
      )
    )
  if (bytes.length > maxFileBytes) return yield* unreadable(path, `larger than ${maxFileBytes} bytes`)
  const text = yield* Effect.try({
    try: () => utf8.decode(bytes),
    catch: () => unreadable(path, "not UTF-8 text")
  })
  return yield* Effect.fromResult(readRuleFile(path, text))
})
