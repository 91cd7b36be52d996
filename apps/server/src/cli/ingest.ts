/** `heddle ingest FILE`: ingests posts from the operator's own collector, one JSON object per line. */
import { Clock, Console, Effect, FileSystem, Option, Ref, Stdio, Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { createGunzip } from "node:zlib"
import { OperatorClient } from "../operator/OperatorClient.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { OperatorAccess } from "./OperatorAccess.ts"
import { countText, timeText, withProgress } from "./Progress.ts"
import { explained } from "./AccountFlags.ts"

/** When reading the file fails, the server sees only a truncated body: reports the local cause instead of its answer. */
const withReadError = Effect.fnUntraced(function* <A, E, F>(
  bytes: Stream.Stream<Uint8Array, E>,
  send: (payload: Stream.Stream<Uint8Array, E>) => Effect.Effect<A, F>
) {
  const readError = yield* Ref.make(Option.none<E>())
  return yield* send(Stream.tapError(bytes, (error) => Ref.set(readError, Option.some(error)))).pipe(
    Effect.catch((error) =>
      Effect.flatMap(Ref.get(readError), (cause) => Effect.fail(Option.isSome(cause) ? cause.value : error))
    )
  )
})

const newline = 10

const linesIn = (part: Uint8Array): number => {
  let count = 0
  for (const byte of part) if (byte === newline) count++
  return count
}

const summaryText = (counts: Readonly<Record<string, number>>, millis: number): string => {
  const lines = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const texts = Object.entries(counts).map(([name, count]) => `${countText(count)} ${name}`)
  const rate = millis < 1_000 ? "" : ` (${countText(Math.round((lines / millis) * 1_000))} lines a second)`
  return `${texts.join(", ")}; took ${timeText(millis)}${rate}`
}

/** Leaves the operator client open, so that tests can provide their own. */
export const ingestCommand = Command.make(
  "ingest",
  {
    file: Argument.String("file").pipe(Argument.withDescription("NDJSON file (.gz too), or - for standard input")),
    json: Flag.Boolean("json").pipe(
      Flag.withDescription("Print the summary as one line of JSON"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ file, json }) {
    const { posts } = yield* OperatorClient
    const fs = yield* FileSystem.FileSystem
    const stdio = yield* Stdio.Stdio
    if (file !== "-" && !(yield* fs.exists(file))) {
      return yield* new CommandFailed({ detail: `${file}: no such file.` })
    }
    const total = file === "-" ? null : Number((yield* fs.stat(file)).size)
    const startedAt = yield* Clock.currentTimeMillis
    let done = 0
    let lines = 0
    const detail = (bytesPerSecond: number) => {
      const linesPerSecond = done === 0 ? 0 : Math.round((lines / done) * bytesPerSecond)
      return `${countText(lines)} lines  ${countText(linesPerSecond)}/s`
    }
    const read = Stream.tap(file === "-" ? stdio.stdin : fs.stream(file), (part) =>
      Effect.sync(() => {
        done += part.length
      })
    )
    const unpacked = file.endsWith(".gz")
      ? NodeStream.pipeThroughDuplex(read, {
          evaluate: () => createGunzip(),
          onError: () =>
            new CommandFailed({
              detail: `${file} is truncated or damaged gzip; the lines before the damage were ingested.`
            })
        })
      : read
    const summary = yield* withProgress("ingest", ({ show }) =>
      withReadError(
        Stream.tap(unpacked, (part) => {
          lines += linesIn(part)
          return show({ done, total, detail })
        }),
        (payload) => posts.ingest({ payload })
      )
    )
    const millis = (yield* Clock.currentTimeMillis) - startedAt
    const { errors, ...counts } = summary
    if (json) yield* Console.log(JSON.stringify(summary))
    else {
      yield* Console.log(summaryText(counts, millis))
      yield* Effect.forEach(errors, ({ line, message }) => Console.error(`line ${line}: ${message}`), { discard: true })
    }
    const { rejected } = counts
    if (rejected > 0) {
      return yield* new CommandFailed({
        detail:
          `${rejected === 1 ? "1 line was" : `${rejected} lines were`} rejected; all others were ingested. ` +
          "Correct these lines and ingest the file again: lines that were ingested before do no harm."
      })
    }
  })
).pipe(
  explained("Write posts, accounts and deletions from a file", {
    "heddle ingest posts.ndjson.gz": "Write a compressed file, with progress and time left",
    "my-collector | heddle ingest -": "Write what another program prints"
  })
)

export const ingest = Command.provide(ingestCommand, OperatorAccess)
