/** A change of the encryption key, step by step, with the processes of a rolling restart on one database. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import type { AccountId, EndpointId } from "@heddle/api"
import { assert } from "@effect/vitest"
import { ConfigProvider, Effect, Exit, Layer, Option, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabaseWith } from "../../../../test/support/Databases.ts"
import { makeClientRows } from "../../src/accounts/oauth/ClientRows.ts"
import { KnownBrowsers } from "../../src/accounts/sign-in/KnownBrowsers.ts"
import { OneTimeCodes } from "../../src/accounts/sign-in/OneTimeCodes.ts"
import { Sessions } from "../../src/accounts/sign-in/Sessions.ts"
import { Users } from "../../src/accounts/sign-in/Users.ts"
import { rotateEncryptionKeyCommand } from "../../src/cli/rotateEncryptionKey.ts"
import { Services } from "../../src/main.ts"
import { Digests } from "../../src/runtime/Digests.ts"
import { KeyRotation } from "../../src/runtime/KeyRotation.ts"
import { Secrets } from "../../src/runtime/Secrets.ts"
import { now } from "../../src/runtime/Time.ts"
import { signatureHeader } from "../../src/webhooks/delivery/Signature.ts"
import { Endpoints } from "../../src/webhooks/management/Endpoints.ts"
import { OperatorInProcess } from "../../src/transport/operator/InProcess.ts"
import { newAccountId } from "../support/NewAccount.ts"
import { cookieHeader, freshEmail, knownVisitor, lastToken, password, visitor } from "../support/SignIn.ts"
import { typed } from "../support/CommandLine.ts"

const [old, young, foreign] = [7, 8, 9]

/** A process with these keys, until it is stopped. Its lease does not end while the test runs. */
const startProcess = Effect.fnUntraced(function* (...keys: ReadonlyArray<number>) {
  const sql = yield* SqlClient.SqlClient
  const ring = keys.map((fill) => Buffer.alloc(32, fill).toString("base64")).join(",")
  const env = { HEDDLE_ENCRYPTION_KEYS: ring, HEDDLE_WEBHOOK_ALLOW_LOOPBACK: "true" }
  const scope = yield* Scope.fork(yield* Effect.scope)
  const context = yield* OperatorInProcess.pipe(
    Layer.provideMerge(Services),
    Layer.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(env))),
    Layer.provideMerge(NodeServices.layer),
    Layer.fresh,
    Layer.build,
    Scope.provide(scope),
    Effect.onError(() => Scope.close(scope, Exit.void))
  )
  yield* sql`UPDATE processes SET alive_until = 'infinity'`
  return {
    run: Effect.provideContext(context),
    stop: Scope.close(scope, Exit.void)
  }
})
type Process = Effect.Success<ReturnType<typeof startProcess>>

const refusal = (...keys: ReadonlyArray<number>) => Effect.map(Effect.flip(startProcess(...keys)), String)

const newDatabase = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`TRUNCATE encryption_keys, stored_keys, webhook_secrets, oauth_clients, idempotency_keys`
  yield* sql`DELETE FROM user_one_time_codes`
})

const step = KeyRotation.use((rotation) => rotation.step)
const rotate = typed(rotateEncryptionKeyCommand).run()

const newEndpoint = Effect.gen(function* () {
  const accountId = yield* newAccountId
  const { id } = yield* (yield* Endpoints).create(accountId, "http://127.0.0.1:9/hooks")
  return { accountId, id }
})

interface Known {
  readonly accountId: AccountId
  readonly id: EndpointId
}

/** The signatures of a request, from what is stored now. */
const signature = ({ accountId, id }: Known) =>
  Effect.gen(function* () {
    const { secrets } = yield* (yield* Endpoints).address(accountId, id)
    return signatureHeader(secrets, 1, Buffer.from("body"))
  })

const saveClients = (count: number) =>
  Effect.gen(function* () {
    const clients = makeClientRows(yield* SqlClient.SqlClient, yield* Secrets)
    for (let at = 0; at < count; at++) yield* clients.save(`client-${at}`, `metadata ${at}`, "source", yield* now)
  })

const clientsOf = (count: number) =>
  Effect.gen(function* () {
    const clients = makeClientRows(yield* SqlClient.SqlClient, yield* Secrets)
    return yield* Effect.forEach(Array.from({ length: count }), (_, at) => clients.find(`client-${at}`))
  })

/** Every column of sealed values, with the ids of the keys that its values name. */
const keysOfColumns = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const columns = yield* sql<{ table: string; column: string }>`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name LIKE 'sealed%' ORDER BY 1`
  const found = yield* Effect.forEach(columns, ({ table, column }) =>
    Effect.map(
      sql<{
        id: string
      }>`SELECT DISTINCT encode(substring(${sql(column)} FROM 1 FOR 8), 'hex') AS id FROM ${sql(table)}`,
      (rows) => [table, rows.map(({ id }) => id)] as const
    )
  )
  return Object.fromEntries(found)
})

onAnyDatabaseWith("A change of the encryption key", { services: Layer.empty }, (it) => {
  it.effect("keeps signatures, digests and processes working at every step, and ends with the new key alone", () =>
    Effect.scoped(
      Effect.gen(function* () {
        yield* newDatabase
        const before = yield* startProcess(old)
        const first = yield* before.run(newEndpoint)
        const signed = yield* before.run(signature(first))
        const digest = yield* before.run(Digests.useSync((digests) => digests.digest("text")))
        const alike = Effect.fnUntraced(function* (...processes: ReadonlyArray<Process>) {
          for (const { run } of processes) {
            assert.strictEqual(yield* run(signature(first)), signed)
            assert.strictEqual(yield* run(Digests.useSync((digests) => digests.digest("text"))), digest)
          }
        })

        assert.include(yield* refusal(young, old), "add it as the last one", "before all processes have it")
        assert.include(yield* refusal(foreign), "a key that this process does not have")

        const oldFirst = yield* startProcess(old, young)
        yield* alike(before, oldFirst)
        yield* before.stop

        const youngFirst = yield* startProcess(young, old)
        const second = yield* youngFirst.run(newEndpoint)
        assert.strictEqual(yield* oldFirst.run(signature(second)), yield* youngFirst.run(signature(second)))
        yield* alike(oldFirst, youngFirst)
        assert.include(yield* refusal(old), "a key that this process does not have", "a restart without the new key")

        assert.deepInclude(yield* youngFirst.run(step), { left: 0, processes: 1 })
        assert.include(String(yield* Effect.flip(youngFirst.run(rotate))), "1 running processes still encrypt")
        assert.include(yield* refusal(young), "a key that this process does not have", "the other may still seal")
        yield* alike(oldFirst, youngFirst)
        const third = yield* oldFirst.run(newEndpoint)
        yield* oldFirst.stop

        assert.include(yield* youngFirst.run(rotate), "1 secrets encrypted with the first key, 0 left\nThe other keys")
        assert.include(yield* youngFirst.run(rotate), "0 secrets encrypted with the first key, 0 left\nThe other keys")
        const youngOnly = yield* startProcess(young)
        yield* alike(youngFirst, youngOnly)
        assert.strictEqual(yield* youngOnly.run(signature(third)), yield* youngFirst.run(signature(third)))
        assert.include(yield* refusal(old), "a key that this process does not have")
        assert.include(yield* refusal(old, young), "add it as the last one", "the new process cannot open it any more")
      })
    )
  )

  it.effect("reaches every column of sealed values, in any number of rows", () =>
    Effect.scoped(
      Effect.gen(function* () {
        yield* newDatabase
        const sql = yield* SqlClient.SqlClient
        const before = yield* startProcess(old, young)
        const { accountId } = yield* before.run(newEndpoint)
        yield* before.run(saveClients(250))
        const { answer, oldId } = yield* before.run(
          Secrets.useSync((secrets) => ({ answer: secrets.seal("answer"), oldId: secrets.keyIds[0] }))
        )
        yield* sql`
          INSERT INTO idempotency_keys (account_id, key_digest, request_digest, claim, sealed_answer, expires_at)
          VALUES (${accountId}, 'a', 'a', 'claim', ${answer}, now()), (${accountId}, 'b', 'b', 'claim', NULL, now())`
        const email = yield* freshEmail
        const person = Effect.gen(function* () {
          const users = yield* Users
          yield* users.signUp({ email, password })
          yield* users.verify(yield* lastToken(email))
          const { id: userId } = Option.getOrThrow(yield* users.findByEmail(email))
          yield* (yield* OneTimeCodes).start({ userId, accountId, email })
        })
        yield* before.run(person)
        for (const [table, ids] of Object.entries(yield* keysOfColumns)) assert.include(ids, oldId, table)
        yield* before.stop

        const after = yield* startProcess(young, old)
        let total = 0
        for (let left = 1; left > 0;) {
          const taken = yield* after.run(step)
          assert.isAbove(taken.resealed, 0)
          total += taken.resealed
          left = taken.left
        }
        assert.strictEqual(total, 250 + 4)
        const [youngId] = yield* after.run(Secrets.useSync(({ keyIds }) => keyIds))
        for (const [table, ids] of Object.entries(yield* keysOfColumns)) {
          assert.deepStrictEqual(
            ids.filter((id) => id !== null),
            [youngId],
            table
          )
        }
        assert.deepStrictEqual(
          yield* after.run(clientsOf(250)),
          Array.from({ length: 250 }, (_, at) => `metadata ${at}`)
        )
      })
    )
  )

  it.effect("does not disturb another rotation or new secrets, and passes over what nobody can open", () =>
    Effect.scoped(
      Effect.gen(function* () {
        yield* newDatabase
        const sql = yield* SqlClient.SqlClient
        const before = yield* startProcess(old, young)
        const endpoints = yield* Effect.forEach(Array.from({ length: 12 }), () => before.run(newEndpoint))
        yield* before.run(saveClients(3))
        yield* sql`UPDATE oauth_clients SET sealed = substring(sealed FROM 1 FOR 20) WHERE id = 'client-1'`
        const after = yield* startProcess(young, old)
        const rotateSecrets = Effect.forEach(endpoints, ({ accountId, id }) =>
          Endpoints.use((all) => all.rotateSecret(accountId, id))
        )
        yield* Effect.all([after.run(step), before.run(rotateSecrets), after.run(step), after.run(rotateSecrets)], {
          concurrency: "unbounded"
        })
        yield* before.stop
        assert.include(String(yield* Effect.flip(after.run(rotate))), "1 secrets cannot be opened")
        assert.include(yield* refusal(young), "a key that this process does not have")
        for (const endpoint of endpoints) {
          assert.strictEqual((yield* after.run(signature(endpoint))).split(",").length, 4, "the time and three secrets")
        }
        yield* sql`DELETE FROM oauth_clients WHERE id = 'client-1'`
        assert.include(yield* after.run(rotate), "0 left")
      })
    )
  )

  it.effect("keeps people signed in, their links and their browsers while the ring has the key", () =>
    Effect.scoped(
      Effect.gen(function* () {
        yield* newDatabase
        const before = yield* startProcess(old, young)
        const [email, waiting] = [yield* freshEmail, yield* freshEmail]
        const signIn = Effect.gen(function* () {
          const users = yield* Users
          yield* users.signUp({ email: waiting, password })
          yield* users.signUp({ email, password })
          yield* users.verify(yield* lastToken(email))
          const cookies = cookieHeader(yield* (yield* Sessions).signIn({ email, password }, visitor))
          return { cookies, browser: yield* knownVisitor(email) }
        })
        const { cookies, browser } = yield* before.run(signIn)
        const token = yield* lastToken(waiting)
        const personOf = (headers: Headers) =>
          Effect.map(
            Sessions.use((sessions) => sessions.find(headers)),
            (found) => Option.getOrUndefined(found)?.email
          )
        const isKnown = Effect.map(
          KnownBrowsers.use((browsers) => browsers.find(browser, email)),
          (id) => id !== undefined
        )

        const after = yield* startProcess(young, old)
        assert.strictEqual(yield* after.run(personOf(cookies)), email)
        assert.isTrue(yield* after.run(isKnown))
        yield* after.run(Users.use((users) => users.verify(token)))
        const newer = cookieHeader(
          yield* after.run(Sessions.use((sessions) => sessions.signIn({ email, password }, visitor)))
        )
        assert.strictEqual(yield* before.run(personOf(newer)), email)
        const forged = new Headers({ cookie: (cookies.get("cookie") ?? "").replaceAll(/%3D(?=;|$)/g, "A%3D") })
        assert.isUndefined(yield* after.run(personOf(forged)))
        yield* before.stop

        yield* after.run(rotate)
        const youngOnly = yield* startProcess(young)
        assert.strictEqual(yield* youngOnly.run(personOf(newer)), email)
        assert.isUndefined(yield* youngOnly.run(personOf(cookies)))
        assert.isFalse(yield* youngOnly.run(isKnown))
      })
    )
  )
})
