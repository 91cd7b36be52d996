/** What an operator does, as one service: by the command line on an idle database, or through a running server. */
import { Conflict, NotFound } from "@heddle/api"
import { Context, Effect, Layer, Stream } from "effect"
import type { SqlClient } from "effect/sql"
import { type Account, Accounts } from "../accounts/customers/Accounts.ts"
import { Grants } from "../credits/ledger/Grants.ts"
import { type LedgerReport, reportLedger } from "../credits/ledger/LedgerReport.ts"
import { AlertSettings } from "../credits/alerts/AlertSettings.ts"
import { Usage } from "../credits/usage/Usage.ts"
import { Settings } from "../runtime/Settings.ts"
import { Ingestion, type IngestSummary } from "../sources/ingestion/Ingestion.ts"
import { type Billing, makeBilling } from "./Billing.ts"
import { type KeyActions, localKeyActions } from "./KeyActions.ts"
import { changeOf, type NoticesAnswer, type NoticesInput } from "./NoticesApi.ts"
import {
  type AccountDetails,
  type AccountRecord,
  accountsListed,
  type AccountsQuery,
  type CreatedAccount,
  type GivenGrant,
  type GrantInput
} from "./OperatorApi.ts"
import type { CommandFailed } from "./CommandFailed.ts"

/** The source name of what an operator's own collector sends. */
export const operatorSource = "ndjson"

const accountRecord = ({ id, email, createdAt, plan }: Account): typeof AccountRecord.Type => ({
  id,
  email,
  created_at: createdAt.toISOString(),
  plan: plan === null ? null : { name: plan.name, ends_at: plan.endsAt.toISOString() }
})

export class Operator extends Context.Service<
  Operator,
  {
    createAccount(email: string): Effect.Effect<typeof CreatedAccount.Type, Conflict | CommandFailed>
    grant(
      accountId: string,
      grant: typeof GrantInput.Type
    ): Effect.Effect<typeof GivenGrant.Type, NotFound | CommandFailed>
    /** In the order of their making; the next page begins after the last id of this one. */
    listAccounts(
      page: typeof AccountsQuery.Type
    ): Effect.Effect<ReadonlyArray<typeof AccountRecord.Type>, CommandFailed>
    showAccount(accountId: string): Effect.Effect<typeof AccountDetails.Type, NotFound | CommandFailed>
    readonly keys: KeyActions
    /** When an account is told of its balance, after this change; an empty one only reads. */
    notices(
      accountId: string,
      change: typeof NoticesInput.Type
    ): Effect.Effect<typeof NoticesAnswer.Type, NotFound | CommandFailed>
    /** Plans, top-ups and payments. */
    readonly billing: Billing
    /** Proves the ledger's equation; says where it does not hold and what was read. */
    readonly checkLedger: Effect.Effect<LedgerReport, CommandFailed>
    /** Bytes of NDJSON, not compressed. */
    ingest<E>(bytes: Stream.Stream<Uint8Array, E>): Effect.Effect<IngestSummary, E | CommandFailed>
  }
>()("@heddle/server/operator/Operator") {
  static readonly layerLocal = Layer.effect(
    Operator,
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const grants = yield* Grants
      const usage = yield* Usage
      const keys = yield* localKeyActions
      const noticeSettings = yield* AlertSettings
      const ingestion = yield* Ingestion
      const { postUrlTemplate } = yield* Settings
      const context = yield* Effect.context<SqlClient.SqlClient>()
      const unknown = ({ message }: Error) => new NotFound({ detail: message })
      const refuse = ({ message }: Error) => new Conflict({ detail: message })

      return Operator.of({
        createAccount: (email) => Effect.mapError(accounts.create(email), refuse),
        grant: (accountId, grant) =>
          grants.give(accountId, grant).pipe(
            Effect.mapError(unknown),
            Effect.map(({ expiresAt, ...given }) => ({ ...given, expires_at: expiresAt.toISOString() }))
          ),
        listAccounts: ({ after = "", limit = accountsListed.byDefault }) =>
          Effect.map(accounts.list({ after, limit }), (found) => found.map(accountRecord)),
        showAccount: Effect.fnUntraced(function* (accountId) {
          const account = yield* Effect.mapError(accounts.find(accountId), unknown)
          const { remaining_credits, held_credits, grants } = (yield* usage.balance(accountId)).data
          return {
            ...accountRecord(account),
            remaining_credits,
            held_credits,
            grants: grants.map((grant) => ({ ...grant, expires_at: new Date(grant.expires_at * 1000).toISOString() })),
            keys: yield* keys.list(accountId)
          }
        }),
        keys,
        notices: (accountId, change) =>
          noticeSettings.change(accountId, changeOf(change)).pipe(
            Effect.mapError(unknown),
            Effect.map(({ enabled, belowCredits, belowPercent }) => ({
              enabled,
              below_credits: belowCredits,
              below_percent: belowPercent
            }))
          ),
        billing: yield* makeBilling,
        checkLedger: Effect.provideContext(reportLedger, context),
        ingest: (bytes) =>
          ingestion.ingest(bytes.pipe(Stream.decodeText, Stream.splitLines), {
            source: operatorSource,
            urlTemplate: postUrlTemplate
          })
      })
    })
  )
}
