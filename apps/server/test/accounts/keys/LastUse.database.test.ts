/** The last use of keys: written rarely, shown at most a minute late, and not lost by a stop or a failed write. */
import { type AccountId, KeyId } from "@heddle/api"
import { assert, layer } from "@effect/vitest"
import { Clock, Context, Effect, Exit, Layer, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { ApiKeys } from "../../../src/accounts/keys/ApiKeys.ts"
import { LastUse, lastUseTask } from "../../../src/accounts/keys/LastUse.ts"
import { supervise } from "../../../src/runtime/Supervisor.ts"
import { countQueries } from "../../support/QueryCount.ts"
import { TestServices } from "../../support/TestServices.ts"
import { newAccountId } from "../../support/NewAccount.ts"

const keysOfOne = Effect.fnUntraced(function* (count: number) {
  const id = yield* newAccountId
  const keys = yield* Effect.forEach(Array.from({ length: count }), (_, n) =>
    Effect.flatMap(ApiKeys, (keys) => keys.create(id, { name: `k${n}` }))
  )
  return { id, keys }
})

const lastUses = Effect.fnUntraced(function* (accountId: AccountId) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ id: string; lastUsedAt: Date | null }>`
    SELECT id, last_used_at FROM api_keys WHERE account_id = ${accountId}`
  return new Map(rows.map(({ id, lastUsedAt }) => [id, lastUsedAt?.getTime() ?? null]))
})

/** The service on its own, with a scope to close as a clean stop does. */
const started = Effect.gen(function* () {
  const scope = yield* Scope.make()
  const context = yield* Layer.buildWithScope(Layer.fresh(LastUse.layer), scope)
  return { lastUse: Context.get(context, LastUse), stop: Scope.close(scope, Exit.void) }
})

onAnyDatabase("Last use", (_name, database) => {
  layer(supervise(lastUseTask).pipe(Layer.provideMerge(TestServices), Layer.provideMerge(database)), {
    timeout: "60 seconds"
  })((it) => {
    it.effect("a single use is shown after a minute, and nothing is written after that", () =>
      Effect.gen(function* () {
        const apiKeys = yield* ApiKeys
        const { id, keys } = yield* keysOfOne(1)
        const [made] = keys
        const used = yield* Clock.currentTimeMillis
        yield* apiKeys.authenticate(made?.key ?? "")
        yield* TestClock.adjust("59 seconds")
        assert.deepStrictEqual([...(yield* lastUses(id)).values()], [null])
        yield* TestClock.adjust("1 second")
        const shown = yield* Effect.repeat(lastUses(id), {
          until: (uses) => [...uses.values()].every((at) => at !== null),
          times: 1_000
        })
        assert.deepStrictEqual([...shown.values()], [used])
        const { queries } = yield* countQueries(TestClock.adjust("10 minutes"))
        assert.strictEqual(queries, 0)
      })
    )

    it.effect("a clean stop writes the collected uses; an older use never overwrites a newer one", () =>
      Effect.gen(function* () {
        const { id, keys } = yield* keysOfOne(2)
        const [a = assert.fail("a"), b = assert.fail("b")] = keys
        const [first, second] = [yield* started, yield* started]
        yield* first.lastUse.touch(id, a.id)
        yield* TestClock.adjust("2 seconds")
        const later = yield* Clock.currentTimeMillis
        yield* second.lastUse.touch(id, a.id)
        yield* second.lastUse.touch(id, b.id)
        yield* second.stop
        yield* first.stop
        const shown = yield* lastUses(id)
        assert.deepStrictEqual([shown.get(a.id), shown.get(b.id)], [later, later])
      })
    )

    it.effect("uses that could not be written are written by the next flush", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { id, keys } = yield* keysOfOne(1)
        const { lastUse, stop } = yield* started
        const used = yield* Clock.currentTimeMillis
        yield* lastUse.touch(id, keys[0]?.id ?? KeyId.make("key_none"))
        yield* sql`ALTER TABLE api_keys RENAME COLUMN last_used_at TO away`
        assert.isTrue(Exit.isFailure(yield* Effect.exit(lastUse.flush)))
        yield* sql`ALTER TABLE api_keys RENAME COLUMN away TO last_used_at`
        assert.deepStrictEqual([...(yield* lastUses(id)).values()], [null])
        yield* stop
        assert.deepStrictEqual([...(yield* lastUses(id)).values()], [used])
      })
    )
  })
})
