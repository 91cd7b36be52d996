/**
 * The lines of a file that grows, as `tail -F` shows them: a rotated file is read to its end before the new one begins, and
 * a truncated one from its beginning. What cannot be read now is tried again; other files do not wait for it.
 */
import { Effect, Exit, FileSystem, Option, Path, type PlatformError, Scope, Stream } from "effect"
import type { Line } from "../ingestion/Lines.ts"
import { beginsAs, type FilePosition, headOf, readAt } from "./FilePosition.ts"
import { LineSplitter } from "./LineSplitter.ts"

const pollInterval = "500 millis"
const bytesAtOnce = 262_144
/** Looks at the end of a rotated file before it is left: its writer may still hold it. */
const looksAtEnd = 3

export interface FileLines {
  readonly lines: ReadonlyArray<Line>
  /** After these lines. */
  readonly position: FilePosition
}

interface OpenFile {
  readonly file: FileSystem.File
  readonly scope: Scope.Closeable
  readonly inode: string
  readonly splitter: LineSplitter
  /** Where the next bytes are. */
  offset: number
  head: Pick<FilePosition, "headLength" | "head">
  looks: number
  /** Whether its end was reached: what comes then may be another content. */
  wasAtEnd: boolean
}

/** Empty if the file system has none: then only its first bytes distinguish a file. */
const inodeOf = ({ ino }: FileSystem.File.Info): string =>
  Option.match(ino, { onNone: () => "", onSome: (inode) => String(inode) })

export const followFile = (
  path: string,
  resume: FilePosition | null
): Stream.Stream<FileLines, never, FileSystem.FileSystem | Path.Path> =>
  Stream.unwrap(
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const paths = yield* Path.Path
      let left = resume
      let open: OpenFile | undefined
      let isFailing = false

      const close = Effect.suspend(() => {
        const scope = open?.scope
        open = undefined
        return scope === undefined ? Effect.void : Scope.close(scope, Exit.void)
      })
      yield* Effect.addFinalizer(() => close)

      const openAt = Effect.fnUntraced(function* (name: string, isWanted: (file: FileSystem.File) => Wanted) {
        const scope = yield* Scope.make()
        const begin = Effect.gen(function* () {
          const file = yield* Scope.provide(fs.open(name, { flag: "r" }), scope)
          const inode = inodeOf(yield* file.stat)
          const offset = yield* isWanted(file)
          if (offset === undefined) return undefined
          const head = yield* headOf(file)
          return { file, scope, inode, splitter: new LineSplitter(), offset, head, looks: 0, wasAtEnd: false }
        })
        const opened = yield* Effect.onError(begin, () => Scope.close(scope, Exit.void))
        if (opened === undefined) yield* Scope.close(scope, Exit.void)
        return opened
      })

      /** Where the file is to be read from, if it is the one that was read before. */
      const whereLeft =
        (position: FilePosition) =>
        (file: FileSystem.File): Wanted =>
          Effect.gen(function* () {
            const info = yield* file.stat
            const isSame = inodeOf(info) === position.inode && Number(info.size) >= position.offset
            return isSame && (yield* beginsAs(file, position)) ? position.offset : undefined
          })

      /** The file that was read before, under its name or the one that it has since it was rotated. */
      const reopen = Effect.fnUntraced(function* (position: FilePosition) {
        const folder = paths.dirname(path)
        const names = yield* fs.readDirectory(folder)
        for (const name of [path, ...names.map((name) => paths.join(folder, name))]) {
          const info = yield* Effect.option(fs.stat(name))
          const mayBe = Option.exists(info, (one) => one.type === "File" && inodeOf(one) === position.inode)
          const opened = mayBe ? yield* openAt(name, whereLeft(position)) : undefined
          if (opened !== undefined) return opened
        }
        return undefined
      })

      const begin = Effect.fnUntraced(function* () {
        const known = left === null ? undefined : yield* reopen(left)
        open = known ?? (yield* openAt(path, () => Effect.succeed(0)))
        left = null
      })

      const emit = (current: OpenFile, lines: ReadonlyArray<Line>): FileLines => ({
        lines,
        position: {
          inode: current.inode,
          offset: current.offset - current.splitter.pending,
          ...current.head
        }
      })

      const fromBeginning = Effect.gen(function* () {
        yield* Effect.logInfo(`${path} was truncated; it is read from its beginning`)
        yield* close
        open = yield* openAt(path, () => Effect.succeed(0))
      })

      /** At the end of the file: waits, or goes over to the file that has its name now. */
      const atEnd = Effect.fnUntraced(function* (current: OpenFile) {
        current.wasAtEnd = true
        const info = yield* Effect.option(fs.stat(path))
        const isNamed = Option.exists(info, (one) => inodeOf(one) === current.inode)
        if (isNamed || Option.isNone(info)) {
          if (Number((yield* current.file.stat).size) < current.offset) yield* fromBeginning
          else yield* Effect.sleep(pollInterval)
          return null
        }
        current.looks++
        if (current.looks < looksAtEnd) {
          yield* Effect.sleep(pollInterval)
          return null
        }
        const last = current.splitter.end()
        yield* close
        return last.length === 0 ? null : emit(current, last)
      })

      const step = Effect.gen(function* () {
        if (open === undefined) yield* begin()
        const current = open
        if (current === undefined) return null
        const bytes = yield* readAt(current.file, current.offset, bytesAtOnce)
        if (bytes.length === 0) return yield* atEnd(current)
        const before = { inode: current.inode, offset: current.offset, ...current.head }
        if (current.wasAtEnd && !(yield* beginsAs(current.file, before))) {
          yield* fromBeginning
          return null
        }
        current.wasAtEnd = false
        current.looks = 0
        const lines = current.splitter.push(bytes)
        current.offset += bytes.length
        current.head = yield* headOf(current.file)
        isFailing = false
        return emit(current, lines)
      }).pipe(
        Effect.catch((error: PlatformError.PlatformError) =>
          Effect.gen(function* () {
            if (!isFailing) yield* Effect.logWarning(`${path} cannot be read: ${error.message}. Retrying until it can`)
            isFailing = true
            yield* close
            yield* Effect.sleep(pollInterval)
            return null
          })
        )
      )

      return Stream.fromEffectRepeat(step).pipe(Stream.filter((lines) => lines !== null))
    })
  )

/** The offset from which to read an open file; undefined for a file that is not wanted. */
type Wanted = Effect.Effect<number | undefined, PlatformError.PlatformError>
