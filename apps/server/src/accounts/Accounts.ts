/**
 * Accounts and their API keys. Keys are secret bearer strings: shown once, stored as a hash; last use is recorded
 * without a write per call.
 */
import type { PlanName } from "@heddle/api"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { atomically } from "../database/Atomically.ts"
import { newId } from "../Ids.ts"
import { now } from "../Now.ts"
import { describeKey, generateKey, hashKey, isWellFormedKey } from "./ApiKeyFormat.ts"
import { LastUse } from "./LastUse.ts"

/** Active keys of one account (service.md, "Other limits"). */
const maxActiveKeys = 20

export class EmailTaken extends Schema.TaggedError<EmailTaken>()("EmailTaken", { email: Schema.String }) {
  override readonly message = `An account with the address ${this.email} exists already.`
}
export class UnknownAccount extends Schema.TaggedError<UnknownAccount>()("UnknownAccount", { id: Schema.String }) {
  override readonly message = `There is no account ${this.id}.`
}
export class TooManyKeys extends Schema.TaggedError<TooManyKeys>()("TooManyKeys", { accountId: Schema.String }) {
  override readonly message = `Account ${this.accountId} has ${maxActiveKeys} active keys already; delete one first.`
}

export interface CurrentPlan {
  readonly name: PlanName
  readonly endsAt: Date
}

export interface KeyHolder {
  readonly accountId: string
  readonly keyId: string
  readonly keyName: string
}

export class Accounts extends Context.Service<
  Accounts,
  {
    create(email: string): Effect.Effect<{ readonly id: string; readonly email: string }, EmailTaken>
    findByEmail(email: string): Effect.Effect<Option.Option<{ readonly id: string }>>
    /** The key itself is in this answer and nowhere else afterwards. */
    createKey(
      accountId: string,
      name: string
    ): Effect.Effect<{ readonly id: string; readonly name: string; readonly key: string }, UnknownAccount | TooManyKeys>
    /** Who holds this key; none for unknown, revoked and malformed keys alike. */
    authenticate(key: string): Effect.Effect<Option.Option<KeyHolder>>
    /** The plan in force now, if any. */
    currentPlan(accountId: string): Effect.Effect<Option.Option<CurrentPlan>>
  }
>()("@heddle/server/accounts/Accounts") {
  static readonly layerNoDeps = Layer.effect(
    Accounts,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const lastUse = yield* LastUse

      const create = Effect.fn("Accounts.create")(
        function* (email: string) {
          const id = yield* newId("acct")
          yield* sql`INSERT INTO accounts (id, email, created_at) VALUES (${id}, ${email}, ${yield* now})`
          return { id, email }
        },
        (effect, email) =>
          effect.pipe(
            Effect.catchReason("SqlError", "UniqueViolation", () => Effect.fail(new EmailTaken({ email }))),
            Effect.catchTag("SqlError", Effect.die)
          )
      )

      const findByEmail = Effect.fn("Accounts.findByEmail")(function* (email: string) {
        const rows = yield* sql<{ id: string }>`SELECT id FROM accounts WHERE lower(email) = lower(${email})`
        return Option.fromNullishOr(rows[0])
      }, Effect.orDie)

      const createKey = Effect.fn("Accounts.createKey")(
        function* (accountId: string, name: string) {
          // The lock makes the count and the insert one step.
          const account = yield* sql`SELECT 1 FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`
          if (account.length === 0) return yield* new UnknownAccount({ id: accountId })
          const [active] = yield* sql<{ count: number }>`
            SELECT count(*)::int AS count FROM api_keys WHERE account_id = ${accountId} AND revoked_at IS NULL`
          if ((active?.count ?? 0) >= maxActiveKeys) return yield* new TooManyKeys({ accountId })
          const id = yield* newId("key")
          const key = generateKey()
          const { prefix, lastFour } = describeKey(key)
          yield* sql`
            INSERT INTO api_keys (account_id, id, name, hash, prefix, last_four, created_at, budget_id)
            VALUES (${accountId}, ${id}, ${name}, ${hashKey(key)}, ${prefix}, ${lastFour}, ${yield* now}, ${id})`
          return { id, name, key }
        },
        (effect) => atomically(sql, effect)
      )

      const authenticate = Effect.fn("Accounts.authenticate")(function* (key: string) {
        if (!isWellFormedKey(key)) return Option.none<KeyHolder>()
        const rows = yield* sql<{ accountId: string; id: string; name: string }>`
          SELECT account_id, id, name FROM api_keys WHERE hash = ${hashKey(key)} AND revoked_at IS NULL`
        const row = rows[0]
        if (row === undefined) return Option.none<KeyHolder>()
        yield* lastUse.touch(row.accountId, row.id)
        return Option.some({ accountId: row.accountId, keyId: row.id, keyName: row.name })
      }, Effect.orDie)

      const currentPlan = Effect.fn("Accounts.currentPlan")(function* (accountId: string) {
        const time = yield* now
        const rows = yield* sql<{ plan: PlanName; endsAt: Date }>`
          SELECT plan, ends_at FROM plan_periods
          WHERE account_id = ${accountId} AND starts_at <= ${time} AND ends_at > ${time}`
        return Option.map(Option.fromNullishOr(rows[0]), ({ plan, endsAt }) => ({ name: plan, endsAt }))
      }, Effect.orDie)

      return Accounts.of({ create, findByEmail, createKey, authenticate, currentPlan })
    })
  )

  static readonly layer = Accounts.layerNoDeps.pipe(Layer.provide(LastUse.layer))
}
