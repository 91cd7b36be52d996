/**
 * The addresses of the server on this data folder, in its `server.json`. Commands on the same folder need them, because
 * only one process can open the embedded database.
 */
import { Context, Effect, FileSystem, Layer, Option, Path, Schema } from "effect"
import { FetchHttpClient, HttpClient, HttpClientResponse } from "effect/http"
import { publicUrl, Settings } from "./Settings.ts"

const Addresses = Schema.Struct({ pid: Schema.Int, baseUrl: Schema.String, operatorUrl: Schema.String })
export type Addresses = typeof Addresses.Type

const AddressesJson = Schema.fromJsonString(Addresses)
const fileName = "server.json"
const probeTimeout = "2 seconds"

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
      const written = `${Schema.encodeSync(AddressesJson)(addresses)}\n`
      // Another server may have replaced it since: with PostgreSQL, several can share a data folder.
      const removeOwn = Effect.flatMap(fs.readFileString(file), (found) =>
        found === written ? fs.remove(file) : Effect.void
      )
      yield* Effect.acquireRelease(fs.writeFileString(file, written), () => Effect.ignore(removeOwn))
      return RunningServer.of(addresses)
    })
  )
}

/** The server on this data folder, if it answers: a killed server leaves its file behind. */
export const findRunningServer = Effect.gen(function* () {
  const fs = yield* FileSystem.FileSystem
  const path = yield* Path.Path
  const { dataDir } = yield* Settings
  const text = yield* Effect.option(fs.readFileString(path.join(dataDir, fileName)))
  const addresses = Option.flatMap(text, Schema.decodeUnknownOption(AddressesJson))
  if (Option.isNone(addresses)) return Option.none<Addresses>()
  const answer = yield* HttpClient.get(`${addresses.value.operatorUrl}/healthz`).pipe(
    Effect.flatMap(HttpClientResponse.filterStatusOk),
    Effect.timeout(probeTimeout),
    Effect.option
  )
  return Option.isSome(answer) ? addresses : Option.none<Addresses>()
}).pipe(Effect.provide(FetchHttpClient.layer))
