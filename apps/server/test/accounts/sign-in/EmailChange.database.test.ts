/** Confirming a new address while somebody else does something with the same address. */
import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { onPostgres } from "../../../../../test/support/Databases.ts"
import { newId } from "../../../src/runtime/Ids.ts"
import { untilWaiting } from "../../support/LockWaits.ts"
import { browser } from "../../support/PageVisits.ts"
import { portalUser } from "../../support/PortalVisits.ts"
import { ServedApi } from "../../support/ServedApi.ts"
import { freshEmail, mailsTo, tokenIn } from "../../support/SignIn.ts"

const insertUnproven = Effect.fnUntraced(function* (email: string) {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    INSERT INTO users (id, name, email, email_verified, created_at, updated_at)
    VALUES (${yield* newId("user")}, '', ${email}, false, now(), now())`
})

const confirm = Effect.fnUntraced(function* (token: string) {
  const anybody = yield* browser
  return yield* anybody.post("/change-email", { token })
})

/** Runs the statements, and commits them once so many others wait for them. */
const committedWhen = Effect.fnUntraced(function* <A, E, R>(waiting: number, statements: Effect.Effect<A, E, R>) {
  const sql = yield* SqlClient.SqlClient
  const done = yield* Deferred.make<void>()
  const over = yield* Deferred.make<void>()
  const transaction = yield* statements.pipe(
    Effect.andThen(Deferred.succeed(done, undefined)),
    Effect.andThen(Deferred.await(over)),
    sql.withTransaction,
    Effect.forkScoped
  )
  yield* Deferred.await(done)
  return Effect.gen(function* () {
    yield* untilWaiting(waiting)
    yield* Deferred.succeed(over, undefined)
    yield* Fiber.join(transaction)
  })
})

onPostgres("A new address on PostgreSQL", ({ layer: postgres }) => {
  layer(ServedApi.layer.pipe(Layer.provideMerge(postgres)), { timeout: "120 seconds", excludeTestServices: true })(
    (it) => {
      it.effect("belongs to the first of two people who confirm it at once, and the second is told", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const [first, second] = [yield* portalUser(), yield* portalUser()]
          const email = yield* freshEmail
          yield* first.portal["account.ChangeEmail"]({ email })
          yield* second.portal["account.ChangeEmail"]({ email })
          const tokens = (yield* mailsTo(email)).map(tokenIn)
          assert.strictEqual(new Set(tokens).size, 2)
          // Both have looked whether the address is free, and wait to discard whoever has not proven it.
          yield* insertUnproven(email)
          const commit = yield* committedWhen(2, sql`SELECT 1 FROM users WHERE email = ${email} FOR UPDATE`)
          const confirming = yield* Effect.forkScoped(Effect.forEach(tokens, confirm, { concurrency: 2 }))
          yield* commit
          const answers = yield* Fiber.join(confirming)
          assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
          const refused = answers.find(({ status }) => status === 409)
          assert.include(refused?.text, "yours keeps its current address")
          const addresses = [(yield* first.portal["account.Me"]()).email, (yield* second.portal["account.Me"]()).email]
          assert.lengthOf(
            addresses.filter((address) => address === email),
            1
          )
        }).pipe(Effect.scoped)
      )

      it.effect("is not lost to somebody who signs up with it in the same moment and has not proven it", () =>
        Effect.gen(function* () {
          const { portal } = yield* portalUser()
          const email = yield* freshEmail
          yield* portal["account.ChangeEmail"]({ email })
          const [token = ""] = (yield* mailsTo(email)).map(tokenIn)
          const commit = yield* committedWhen(1, insertUnproven(email))
          const confirming = yield* Effect.forkScoped(confirm(token))
          yield* commit
          assert.strictEqual((yield* Fiber.join(confirming)).status, 200)
          assert.strictEqual((yield* portal["account.Me"]()).email, email)
        }).pipe(Effect.scoped)
      )
    }
  )
})
