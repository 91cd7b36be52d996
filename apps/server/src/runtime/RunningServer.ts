/**
 * The addresses of the server on this data folder, in its `server.json`. Commands on the same folder need them, because
 * only one process can open the embedded database.
 */
import { Context, Effect, FileSystem, Layer, Option, Path, Schema } from "effect"
import { publicUrl, Settings } from "./Settings.ts"

const Addresses = Schema.Struct({ pid: Schema.Int, baseUrl: Schema.String, operatorUrl: Schema.String })
export type Addresses = typeof Addresses.Type

const AddressesJson = Schema.fromJsonString(Addresses)
const fileName = "server.json"
const probeTimeout = "2 seconds"

const textOf = (addresses: Addresses) => `${Schema.encodeSync(AddressesJson)(addresses)}\n`

/** A killed server leaves its file behind. */
const responds = ({ operatorUrl }: Addresses) =>
  Effect.tryPromise((signal) => fetch(`${operatorUrl}/healthz`, { signal })).pipe(
    Effect.timeout(probeTimeout),
    Effect.match({ onFailure: () => false, onSuccess: ({ ok }) => ok })
  )

/** The server on this data folder, if it responds. */
export const findRunningServer = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const { dataDir } = yield* Settings
  const text = yield* Effect.option(fs.readFileString(path.join(dataDir, fileName)))
  const addresses = Option.flatMap(text, Schema.decodeUnknownOption(AddressesJson))
  return Option.isSome(addresses) && (yield* responds(addresses.value)) ? addresses : Option.none<Addresses>()
})

export class RunningServer extends Context.Service<RunningServer, Addresses>()("@heddle/server/runtime/RunningServer") {
  /** Writes the file while this process is running. */
  static readonly layer = Layer.effect(
    RunningServer,
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const path = yield* Path.Path
      const settings = yield* Settings
      const addresses = {
        pid: process.pid,
        baseUrl: publicUrl(settings),
        operatorUrl: `http://${settings.operatorHost}:${settings.operatorPort}`
      }
      const file = path.join(settings.dataDir, fileName)
      yield* fs.makeDirectory(settings.dataDir, { recursive: true })
      const written = textOf(addresses)
      // With PostgreSQL, several servers can share a data folder: one may run already, and another may follow.
      const earlier = yield* findRunningServer
      const leave = Effect.gen(function* () {
        if ((yield* fs.readFileString(file)) !== written) return
        const remains = Option.isSome(earlier) && (yield* responds(earlier.value))
        yield* remains ? fs.writeFileString(file, textOf(earlier.value)) : fs.remove(file)
      })
      yield* Effect.acquireRelease(fs.writeFileString(file, written), () => Effect.ignore(leave))
      if (Option.isSome(earlier)) {
        yield* Effect.logWarning(
          `Process ${earlier.value.pid} runs a server on the data folder ${settings.dataDir} too, at ${earlier.value.baseUrl}. Give each server its own HEDDLE_DATA_DIR: commands find only the newest one on a folder.`
        )
      }
      return RunningServer.of(addresses)
    })
  )
}
