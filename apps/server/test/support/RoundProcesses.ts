/** Processes that share the rounds of one database. Each is a `RoundShards` with a lease of its own. */
import { ConfigProvider, Effect, Exit, Layer, Scope } from "effect"
import { SqlClient } from "effect/sql"
import type { ProcessId } from "../../src/runtime/Ids.ts"
import { ProcessLease } from "../../src/runtime/ProcessLease.ts"
import { Settings } from "../../src/runtime/Settings.ts"
import { RoundShards } from "../../src/webhooks/matching/RoundShards.ts"

export const startRoundProcess = Effect.fnUntraced(function* (env: Readonly<Record<string, string>> = {}) {
  const scope = yield* Scope.fork(yield* Effect.scope)
  const settings = Settings.layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(env))))
  const context = yield* RoundShards.layerNoDeps.pipe(
    Layer.provideMerge(Layer.merge(ProcessLease.layer, settings)),
    Layer.fresh,
    Layer.build,
    Scope.provide(scope)
  )
  const { rounds, lease } = yield* Effect.provideContext(
    Effect.all({ rounds: RoundShards, lease: ProcessLease }),
    context
  )
  return { ...rounds, lease, stop: Scope.close(scope, Exit.void) }
})

export type RoundProcess = Effect.Success<ReturnType<typeof startRoundProcess>>

/** As the others see a process that was killed, or paused for longer than its lease. */
export const endLease = Effect.fnUntraced(function* (id: ProcessId) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`DELETE FROM processes WHERE id = ${id}`
})

export const shardsOf = ({ share }: RoundProcess) => Effect.map(share, ({ shards }) => shards.map(({ shard }) => shard))

/** As in a new database. */
export const forgetRounds = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`TRUNCATE webhook_round_processes`
  yield* sql`
    UPDATE webhook_round_shards
    SET process = NULL, cursor = NULL, next_cursor = NULL, due_at = '-infinity', started_at = NULL, checked_at = NULL`
})
