/** Accounts, with their email address and the plan in force. Their keys are in `ApiKeys.ts`. */
import { AccountId } from "@heddle/api"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { newId } from "../../runtime/Ids.ts"
import { now } from "../../runtime/Time.ts"
import { type CurrentPlan, currentPlanOf, joinPlanInForce, type PlanColumns } from "../../credits/plans/CurrentPlan.ts"

export class EmailTaken extends Schema.TaggedError<EmailTaken>()("EmailTaken", { email: Schema.String }) {
  override readonly message = `An account with the address ${this.email} already exists.`
}
export class UnknownAccount extends Schema.TaggedError<UnknownAccount>()("UnknownAccount", { id: AccountId }) {
  override readonly message = `There is no account ${this.id}.`
}

export interface Account {
  readonly id: AccountId
  readonly email: string
  readonly createdAt: Date
  readonly plan: CurrentPlan | null
}

export class Accounts extends Context.Service<
  Accounts,
  {
    create(email: string): Effect.Effect<{ readonly id: AccountId; readonly email: string }, EmailTaken>
    findByEmail(email: string): Effect.Effect<Option.Option<{ readonly id: AccountId }>>
    find(accountId: AccountId): Effect.Effect<Account, UnknownAccount>
    /** Up to `limit` accounts after this id, oldest first: ids sort by time of creation. */
    list(page: {
      readonly after?: AccountId | undefined
      readonly limit: number
    }): Effect.Effect<ReadonlyArray<Account>>
    /** The plan in force now. */
    currentPlan(accountId: AccountId): Effect.Effect<Option.Option<CurrentPlan>>
  }
>()("@heddle/server/accounts/customers/Accounts") {
  static readonly layer = Layer.effect(
    Accounts,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

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
        const rows = yield* sql<{ id: AccountId }>`SELECT id FROM accounts WHERE lower(email) = lower(${email})`
        return Option.fromNullishOr(rows[0])
      }, Effect.orDie)

      interface AccountRow extends PlanColumns {
        readonly id: AccountId
        readonly email: string
        readonly createdAt: Date
      }
      const withPlan = (time: Date) =>
        sql`SELECT id, email, created_at, plan, plan_ends_at FROM accounts ${joinPlanInForce(sql, "accounts.id", time)}`
      const toAccount = ({ id, email, createdAt, ...plan }: AccountRow): Account => ({
        id,
        email,
        createdAt,
        plan: currentPlanOf(plan)
      })

      const find = Effect.fn("Accounts.find")(
        function* (accountId: AccountId) {
          const [row] = yield* sql<AccountRow>`${withPlan(yield* now)} WHERE id = ${accountId}`
          return row === undefined ? yield* new UnknownAccount({ id: accountId }) : toAccount(row)
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const list = Effect.fn("Accounts.list")(function* ({
        after,
        limit
      }: {
        readonly after?: AccountId | undefined
        readonly limit: number
      }) {
        const rows =
          yield* sql<AccountRow>`${withPlan(yield* now)} WHERE id > ${after ?? ""} ORDER BY id LIMIT ${limit}`
        return rows.map(toAccount)
      }, Effect.orDie)

      const currentPlan = Effect.fn("Accounts.currentPlan")(function* (accountId: AccountId) {
        const [row] = yield* sql<AccountRow>`${withPlan(yield* now)} WHERE id = ${accountId}`
        return Option.fromNullishOr(row === undefined ? null : currentPlanOf(row))
      }, Effect.orDie)

      return Accounts.of({ create, findByEmail, find, list, currentPlan })
    })
  )
}
