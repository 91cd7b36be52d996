/** `heddle reindex` as it is typed: what it does and prints. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Command } from "effect/cli"
import { TestConsole } from "effect/testing"
import { onAnyDatabase } from "../../../../test/support/Databases.ts"
import { reindexCommand } from "../../src/cli/reindex.ts"
import { OperatorInProcess } from "../../src/transport/operator/InProcess.ts"
import { writePosts } from "../support/Posts.ts"
import { TestServices } from "../support/TestServices.ts"

const reindex = Effect.gen(function* () {
  yield* Command.runWith(reindexCommand, { version: "0" })([])
  return (yield* TestConsole.logLines).at(-1)
})

onAnyDatabase("heddle reindex", (_name, database) => {
  const services = OperatorInProcess.pipe(
    Layer.provideMerge(TestServices),
    Layer.provideMerge(database),
    Layer.provideMerge(NodeServices.layer)
  )
  layer(services, { timeout: "60 seconds" })((it) => {
    it.effect("brings posts up to date and says how many, then finds none", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* writePosts(...["a", "b"].map((code) => ({ code, caption: "two cats", post_timestamp: 0 })))
        yield* sql`UPDATE posts SET text_version = 0, token_text = ''`
        assert.strictEqual(yield* reindex, "reindex: 2 posts brought up to date, none left")
        assert.deepStrictEqual(yield* sql`SELECT DISTINCT token_text FROM posts`, [{ tokenText: "<two> <cat>" }])
        assert.strictEqual(yield* reindex, "reindex: 0 posts brought up to date, none left")
      })
    )
  })
})
