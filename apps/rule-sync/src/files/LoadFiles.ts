/** Reads and checks rule files. */
import { Config, Data, Effect, FileSystem, Option, Path, type PlatformError } from "effect"
import { InvalidFile } from "../plan/Problem.ts"
import { type Variables, variablesIn } from "./Interpolation.ts"
import { mergeFiles, readRuleFile, type RuleFiles } from "./RuleFile.ts"

export const defaultFile = "heddle.rules.yaml"
const ruleFileName = /\.rules\.(ya?ml|json)$/
const maxFileBytes = 8 * 1024 * 1024

export class UnreadableFile extends Data.TaggedError("UnreadableFile")<{ readonly message: string }> {}

const unreadable = (path: string, problem: string) =>
  new UnreadableFile({ message: `${path}: ${problem}. Give the path of the rule file: heddle-rules plan FILE` })

const notRead =
  (path: string) =>
  ({ reason }: PlatformError.PlatformError) =>
    unreadable(path, reason._tag === "NotFound" ? "no such file" : `cannot be read (${reason._tag})`)

const utf8 = new TextDecoder("utf-8", { fatal: true })

export const readText = Effect.fnUntraced(function* (
  path: string
): Effect.fn.Return<string, UnreadableFile, FileSystem.FileSystem> {
  const files = yield* FileSystem.FileSystem
  const bytes = yield* Effect.mapError(files.readFile(path), notRead(path))
  if (bytes.length > maxFileBytes) return yield* unreadable(path, `larger than ${maxFileBytes} bytes`)
  return yield* Effect.try({
    try: () => utf8.decode(bytes),
    catch: () => unreadable(path, "not UTF-8 text")
  })
})

/** A folder stands for the files in it, at any depth, whose names end in `.rules.yaml`, `.rules.yml` or `.rules.json`. */
export const ruleFilesOf = Effect.fnUntraced(function* (
  paths: ReadonlyArray<string>
): Effect.fn.Return<ReadonlyArray<string>, UnreadableFile, FileSystem.FileSystem | Path.Path> {
  const files = yield* FileSystem.FileSystem
  const { join } = yield* Path.Path
  const found = yield* Effect.forEach(paths, (path) =>
    Effect.gen(function* () {
      const info = yield* files.stat(path)
      if (info.type !== "Directory") return [path]
      const inside = yield* files.readDirectory(path, { recursive: true })
      const named = inside.filter(
        (name) => ruleFileName.test(name) && !/(^|[\\/])(node_modules|\.[^\\/]*)[\\/]/.test(name)
      )
      if (named.length === 0) return yield* unreadable(path, "no file in this folder is named *.rules.yaml")
      return named.toSorted().map((name) => join(path, name))
    }).pipe(Effect.catchTag("PlatformError", (error) => Effect.fail(notRead(path)(error))))
  )
  return [...new Set(found.flat())]
})

/** Of the environment, those that the text may ask for. */
export const variablesOf = Effect.fnUntraced(function* (text: string, mayBeUnset: boolean) {
  const values = new Map<string, string>()
  for (const name of variablesIn(text)) {
    const value = yield* Effect.orDie(Config.option(Config.String(name)))
    if (Option.isSome(value)) values.set(name, value.value)
  }
  return { values, mayBeUnset } satisfies Variables
})

const readOne = Effect.fnUntraced(function* (path: string, mayBeUnset: boolean) {
  const text = yield* readText(path)
  return readRuleFile(path, text, yield* variablesOf(text, mayBeUnset))
})

/** Reads all files before it fails, so that one run reports everything. `mayBeUnset`: whether variables may be. */
export const loadFiles = Effect.fnUntraced(function* (
  paths: ReadonlyArray<string>,
  mayBeUnset = false
): Effect.fn.Return<RuleFiles, UnreadableFile | InvalidFile, FileSystem.FileSystem | Path.Path> {
  const read = yield* Effect.forEach(yield* ruleFilesOf(paths), (path) => readOne(path, mayBeUnset))
  const problems = read.flatMap((file) => (file._tag === "Failure" ? file.failure.problems : []))
  if (problems.length > 0) return yield* new InvalidFile({ problems })
  return yield* Effect.fromResult(mergeFiles(read.flatMap((file) => (file._tag === "Success" ? [file.success] : []))))
})
