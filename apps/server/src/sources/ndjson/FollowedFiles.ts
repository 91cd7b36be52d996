/** The source `ndjson`: follows files that another program writes, line by line (`HEDDLE_NDJSON_FILES`). */
import { Effect, type FileSystem, Option, type Path, Result, Schema, Stream } from "effect"
import type { RejectedEvent, SourceBatch } from "../../store/batches/SourceBatch.ts"
import type { Change } from "../../store/Change.ts"
import { type Line, readLine } from "../ingestion/Lines.ts"
import type { Source } from "../ingestion/Source.ts"
import { FilePosition } from "./FilePosition.ts"
import { type FileLines, followFile } from "./FollowedFile.ts"

/** The cursor: how far each file is stored. */
const Positions = Schema.fromJsonString(Schema.Record(Schema.String, FilePosition))
type Positions = typeof Positions.Type

const decodePositions = Schema.decodeOption(Positions)
const encodePositions = Schema.encodeSync(Positions)

const changesIn = (lines: ReadonlyArray<Line>) => {
  const changes: Array<Change> = []
  const rejected: Array<RejectedEvent> = []
  for (const line of lines) {
    if (Result.isFailure(line)) rejected.push({ reason: line.failure, event: "" })
    else if (line.success.trim() !== "") {
      const change = readLine(line.success)
      if (Result.isSuccess(change)) changes.push(change.success)
      else rejected.push({ reason: change.failure, event: line.success })
    }
  }
  return { changes, rejected }
}

const newestAt = (changes: ReadonlyArray<Change>): number | null => {
  const times = changes.flatMap((change) =>
    change.type === "delete" || change.observed_at === undefined ? [] : [change.observed_at * 1_000]
  )
  return times.length === 0 ? null : Math.max(...times)
}

const batchOf = (lines: ReadonlyArray<Line>, positions: Positions): SourceBatch => {
  const { changes, rejected } = changesIn(lines)
  return { changes, rejected, cursor: encodePositions(positions), newestAt: newestAt(changes) }
}

export const makeFollowedFiles = Effect.fnUntraced(function* (
  files: ReadonlyArray<string>
): Effect.fn.Return<Source, never, FileSystem.FileSystem | Path.Path> {
  const context = yield* Effect.context<FileSystem.FileSystem | Path.Path>()

  const batches = (cursor: string | null): Stream.Stream<SourceBatch> => {
    const stored: Positions = cursor === null ? {} : Option.getOrElse(decodePositions(cursor), () => ({}))
    const streams = files.map((file) =>
      followFile(file, stored[file] ?? null).pipe(Stream.map((read): readonly [string, FileLines] => [file, read]))
    )
    // One cursor for all files: it moves in the order in which batches are stored, whichever file they are from.
    return Stream.mergeAll(streams, { concurrency: "unbounded" }).pipe(
      Stream.mapAccum(
        (): Positions => stored,
        (positions, [file, { lines, position }]) => {
          const moved = { ...positions, [file]: position }
          return [moved, [batchOf(lines, moved)]] as const
        }
      ),
      Stream.provideContext(context)
    )
  }

  return { name: "ndjson", batches, live: null }
})
