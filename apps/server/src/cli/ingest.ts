/** `heddle ingest FILE`: ingests posts from the operator's own collector, one JSON object per line. */
import { Console, Effect, FileSystem, Option, Ref, Stdio, Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { createGunzip } from "node:zlib"
import { OperatorClient } from "../operator/OperatorClient.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { OperatorAccess } from "./OperatorAccess.ts"
import { bytesText, type Progress, withProgress } from "./Progress.ts"
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

const bytesDetail = (done: number, total: number | null, perSecond: number): string =>
  `${bytesText(done)}${total === null ? "" : ` of ${bytesText(total)}`}  ${bytesText(perSecond)}/s`

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
    let done = 0
    const raw = (progress: Progress) =>
      Stream.tap(file === "-" ? stdio.stdin : fs.stream(file), (part) => {
        done += part.length
        return progress.show({ done, total, detail: (rate) => bytesDetail(done, total, rate) })
      })
    const bytesOf = (progress: Progress) =>
      file.endsWith(".gz")
        ? NodeStream.pipeThroughDuplex(raw(progress), {
            evaluate: () => createGunzip(),
            onError: () =>
              new CommandFailed({
                detail: `${file} is truncated or damaged gzip; the lines before the damage were ingested.`
              })
          })
        : raw(progress)
    const summary = yield* withProgress("ingest", (progress) =>
      withReadError(bytesOf(progress), (payload) => posts.ingest({ payload }))
    )
    const { errors, ...counts } = summary
    if (json) yield* Console.log(JSON.stringify(summary))
    else {
      yield* Console.log(
        Object.entries(counts)
          .map(([name, count]) => `${count} ${name}`)
          .join(", ")
      )
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
