/** `server.json` names a running server, also when several share a data folder. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Exit, FileSystem, Layer, Logger, Scope } from "effect"
import { createServer } from "node:http"
import { RunningServer } from "../../src/runtime/RunningServer.ts"
import { Settings } from "../../src/runtime/Settings.ts"

const startServer = Effect.fnUntraced(function* (dataDir: string, port: string, operatorPort = "0") {
  const scope = yield* Scope.make()
  const config = ConfigProvider.fromUnknown({
    HEDDLE_DATA_DIR: dataDir,
    HEDDLE_PORT: port,
    HEDDLE_OPERATOR_PORT: operatorPort
  })
  const server = RunningServer.layer.pipe(Layer.provide(Settings.layer), Layer.provide(ConfigProvider.layer(config)))
  yield* Layer.buildWithScope(server, scope)
  return Scope.close(scope, Exit.void)
})

/** The operator port of a server that is well. */
const healthy = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = createServer((_request, response) => void response.end("ok"))
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    return server
  }),
  (server) => Effect.sync(() => void server.close())
).pipe(
  Effect.map((server) => {
    const address = server.address()
    return typeof address === "object" && address !== null ? String(address.port) : ""
  })
)

describe("server.json", () => {
  it.effect("is removed by the server that wrote it, not by one that stops later", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* fs.makeTempDirectoryScoped()
      const file = `${dataDir}/server.json`
      const stopFirst = yield* startServer(dataDir, "4101")
      const stopSecond = yield* startServer(dataDir, "4102")
      yield* stopFirst
      assert.include(yield* fs.readFileString(file), "4102")
      yield* stopSecond
      assert.isFalse(yield* fs.exists(file))
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("names the first server again when a second one on the folder, which warns of it, has stopped", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const dataDir = yield* fs.makeTempDirectoryScoped()
      const file = `${dataDir}/server.json`
      const lines: Array<string> = []
      const log = Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))])
      const stopFirst = yield* startServer(dataDir, "4101", yield* healthy)
      const stopSecond = yield* Effect.provide(startServer(dataDir, "4102"), log)
      assert.include(yield* fs.readFileString(file), "4102")
      assert.lengthOf(lines, 1)
      assert.include(lines[0], `runs a server on the data folder ${dataDir} too, at http://127.0.0.1:4101.`)
      yield* stopSecond
      assert.include(yield* fs.readFileString(file), "4101")
      yield* stopFirst
      assert.isFalse(yield* fs.exists(file))
    }).pipe(Effect.provide(NodeServices.layer))
  )
})
