/** A commit whose reply is lost: what the caller is told, and what a repeat does. */
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { onPostgres } from "../../../../../test/support/Databases.ts"
import { behindProxy, Proxy } from "../../support/BehindProxy.ts"
import { customer, ingest, send, ServedApi } from "../../support/ServedApi.ts"

const unknown = /unknown whether the call took effect and was charged/
const nothingCharged = /Nothing was charged/
/** In the settlement of a priced call, and in no other message. */
const settlement = '"cost":'
/** The proof that a hold asks for, as the element of an array. */
const admission = "\0\0\0\u0004plan"

onPostgres("A lost reply to a commit", (postgres) => {
  layer(behindProxy(postgres), { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    const call = Effect.fnUntraced(function* (key: string, requestId: string, idempotencyKey?: string) {
      const { baseUrl } = yield* ServedApi
      return yield* send(`${baseUrl}/post/search?language=en&keywords=wombat&limit=5`, {
        key,
        headers: {
          "x-request-id": requestId,
          ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey })
        }
      })
    })

    const newCaller = Effect.gen(function* () {
      yield* ingest({
        type: "post",
        code: "wombat-1",
        caption: "a wombat comes by",
        username: "amy",
        post_timestamp: Math.floor(Date.now() / 1000) - 60,
        language: "en"
      })
      const caller = yield* customer({ plan: "standard", credits: 1_000 })
      // Every later call needs what the first one caches.
      assert.strictEqual((yield* call(caller.key, "warm-up")).status, 200)
      return caller
    })

    const chargesOf = Effect.fnUntraced(function* (accountId: string, requestId: string) {
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`
        SELECT id FROM usage_entries WHERE account_id = ${accountId} AND request_id = ${requestId} AND cost > 0`
      return rows.length
    })

    const noHoldLeft = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const holds = yield* sql`SELECT id FROM credit_holds`
      if (holds.length > 0) return yield* Effect.fail(`${holds.length} holds are left`)
    }).pipe(Effect.retry({ schedule: Schedule.spaced("200 millis"), times: 20 }))

    it.effect("to the hold of a call: the call goes on, and its entry names its key as always", () =>
      Effect.gen(function* () {
        const proxy = yield* Proxy
        const sql = yield* SqlClient.SqlClient
        const { id, key } = yield* newCaller
        proxy.cut({ after: admission, staysDown: false })
        assert.strictEqual((yield* call(key, "held")).status, 200)
        assert.strictEqual(yield* chargesOf(id, "held"), 1)
        const sources = yield* sql`SELECT DISTINCT source FROM usage_entries WHERE account_id = ${id}`
        assert.lengthOf(sources, 1)
        yield* noHoldLeft
      })
    )

    it.effect("to the hold of a call whose key was revoked since: the call is refused and nothing stays held", () =>
      Effect.gen(function* () {
        const proxy = yield* Proxy
        const sql = yield* SqlClient.SqlClient
        const { id, key } = yield* newCaller
        yield* sql`
          CREATE FUNCTION revoke_with_hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
            UPDATE api_keys SET revoked_at = NEW.created_at WHERE account_id = NEW.account_id AND id = NEW.key_id;
            RETURN NULL;
          END $$`
        yield* sql`
          CREATE TRIGGER revoke_with_hold AFTER INSERT ON credit_holds
          FOR EACH ROW EXECUTE FUNCTION revoke_with_hold()`
        proxy.cut({ after: admission, staysDown: false })
        const answer = yield* call(key, "revoked")
        yield* sql`DROP TRIGGER revoke_with_hold ON credit_holds`
        assert.strictEqual(answer.status, 401)
        assert.strictEqual(yield* chargesOf(id, "revoked"), 0)
        yield* noHoldLeft
      })
    )

    it.effect("without a key: the answer says that the outcome is unknown", () =>
      Effect.gen(function* () {
        const proxy = yield* Proxy
        const { id, key } = yield* newCaller
        proxy.cut({ after: settlement, staysDown: true })
        const answer = yield* call(key, "unkeyed")
        assert.strictEqual(answer.status, 503)
        assert.match(String(answer.json.detail), unknown)
        assert.isNull(answer.json.credits_consumed)
        proxy.heal()
        assert.strictEqual(yield* chargesOf(id, "unkeyed"), 1, "it was charged after all")
        yield* noHoldLeft
      })
    )

    it.effect("when the database can be asked at once, the answer is the call's own", () =>
      Effect.gen(function* () {
        const proxy = yield* Proxy
        const { id, key } = yield* newCaller
        proxy.cut({ after: settlement, staysDown: false })
        const answer = yield* call(key, "asked")
        assert.strictEqual(answer.status, 200)
        assert.strictEqual(yield* chargesOf(id, "asked"), 1)
      })
    )

    it.effect("with a key: a repeat gets the stored answer and is not charged again", () =>
      Effect.gen(function* () {
        const proxy = yield* Proxy
        const { id, key } = yield* newCaller
        // The settlement, the answer, the commit.
        proxy.cut({ after: settlement, further: 2, staysDown: true })
        const answer = yield* call(key, "keyed-1", "k1")
        assert.strictEqual(answer.status, 503)
        assert.match(String(answer.json.detail), unknown)
        assert.isNull(answer.json.credits_consumed)
        proxy.heal()
        const repeat = yield* call(key, "keyed-2", "k1")
        assert.strictEqual(repeat.status, 200)
        assert.strictEqual(repeat.headers.get("idempotent-replayed"), "true")
        assert.strictEqual(yield* chargesOf(id, "keyed-1"), 1)
        assert.strictEqual(yield* chargesOf(id, "keyed-2"), 0)
        yield* noHoldLeft
      })
    )

    it.effect(
      "a call with a key that failed before its commit can be repeated within seconds, and nothing was charged",
      () =>
        Effect.gen(function* () {
          const proxy = yield* Proxy
          const { id, key } = yield* newCaller
          proxy.cut({ after: settlement, staysDown: true })
          const answer = yield* call(key, "early-1", "k2")
          assert.strictEqual(answer.status, 503)
          assert.match(String(answer.json.detail), nothingCharged)
          assert.strictEqual(answer.json.credits_consumed, 0)
          proxy.heal()
          const repeat = yield* call(key, "early-2", "k2").pipe(
            Effect.filterOrFail(({ status }) => status === 200),
            Effect.retry({ schedule: Schedule.spaced("200 millis"), times: 25 })
          )
          assert.isNull(repeat.headers.get("idempotent-replayed"))
          assert.strictEqual(yield* chargesOf(id, "early-1"), 0)
          assert.strictEqual(yield* chargesOf(id, "early-2"), 1)
          yield* noHoldLeft
        })
    )

    it.effect.each([undefined, "57P01", "57P02", "57P03", "53300"])(
      "a database that takes no connection (%s) charges nothing, and the answer says so",
      (sqlState) =>
        Effect.gen(function* () {
          const proxy = yield* Proxy
          const { id, key } = yield* newCaller
          proxy.down(sqlState)
          const answer = yield* call(key, "refused")
          proxy.heal()
          assert.strictEqual(answer.status, 503)
          assert.match(String(answer.json.detail), nothingCharged)
          assert.strictEqual(answer.json.credits_consumed, 0)
          assert.strictEqual(yield* Effect.retry(chargesOf(id, "refused"), { times: 5 }), 0)
        })
    )
  })
})
