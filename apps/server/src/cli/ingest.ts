/** `heddle ingest FILE`: posts from an operator's own collector, one JSON object a line. */
import { Console, Effect, FileSystem, Stdio } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { NodeStream } from "@effect/platform-node"
import { createGunzip } from "node:zlib"
import { Operator } from "../operator/Operator.ts"
import { CommandFailed } from "../operator/CommandFailed.ts"
import { OperatorAccess } from "./OperatorAccess.ts"

export const ingest = Command.make(
  "ingest",
  {
    file: Argument.String("file").pipe(Argument.withDescription("NDJSON file (.gz too), or - for standard input")),
    json: Flag.Boolean("json").pipe(
      Flag.withDescription("Print the summary as one line of JSON"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ file, json }) {
    const operator = yield* Operator
    const fs = yield* FileSystem.FileSystem
    const stdio = yield* Stdio.Stdio
    if (file !== "-" && !(yield* fs.exists(file))) {
      return yield* new CommandFailed({ detail: `${file}: no such file.` })
    }
    const raw = file === "-" ? stdio.stdin : fs.stream(file)
    const summary = yield* operator.ingest(
      file.endsWith(".gz")
        ? NodeStream.pipeThroughDuplex(raw, {
            evaluate: () => createGunzip(),
            onError: () => new CommandFailed({ detail: `${file} is not whole gzip; lines before the fault are in.` })
          })
        : raw
    )
    if (json) return yield* Console.log(JSON.stringify(summary))
    const { errors, ...counts } = summary
    yield* Console.log(
      Object.entries(counts)
        .map(([name, count]) => `${count} ${name}`)
        .join(", ")
    )
    yield* Effect.forEach(errors, ({ line, message }) => Console.error(`line ${line}: ${message}`), { discard: true })
  })
).pipe(Command.withDescription("Write posts, accounts and deletions from a file"), Command.provide(OperatorAccess))
