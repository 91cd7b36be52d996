/** `server.json` names a running server, also when several share a data folder. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Exit, FileSystem, Layer, Scope } from "effect"
import { RunningServer } from "../../src/runtime/RunningServer.ts"
import { Settings } from "../../src/runtime/Settings.ts"

const startServer = Effect.fnUntraced(function* (dataDir: string, port: string) {
  const scope = yield* Scope.make()
  const config = ConfigProvider.fromUnknown({ HEDDLE_DATA_DIR: dataDir, HEDDLE_PORT: port })
  const server = RunningServer.layer.pipe(Layer.provide(Settings.layer), Layer.provide(ConfigProvider.layer(config)))
  yield* Layer.buildWithScope(server, scope)
  return Scope.close(scope, Exit.void)
})

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
})
