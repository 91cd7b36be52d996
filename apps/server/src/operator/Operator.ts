/** What an operator does, as one service: by the command line on an idle database, or through a running server. */
import { Conflict, NotFound } from "@heddle/api"
import { Context, Effect, Layer, Stream } from "effect"
import type { SqlClient } from "effect/sql"
import { Accounts } from "../accounts/Accounts.ts"
import { Grants } from "../credits/Grants.ts"
import { checkLedger, type LedgerFault } from "../credits/LedgerCheck.ts"
import { Settings } from "../Settings.ts"
import { Ingestion, type IngestSummary } from "../sources/Ingestion.ts"
import { type CreatedAccount, type CreatedKey, type GivenGrant, type GrantInput } from "./OperatorApi.ts"
import { type Billing, makeBilling } from "./Billing.ts"
import type { CommandFailed } from "./CommandFailed.ts"

/** The source name of what an operator's own collector sends. */
export const operatorSource = "ndjson"

export class Operator extends Context.Service<
  Operator,
  {
    createAccount(email: string): Effect.Effect<typeof CreatedAccount.Type, Conflict | CommandFailed>
    grant(
      accountId: string,
      grant: typeof GrantInput.Type
    ): Effect.Effect<typeof GivenGrant.Type, NotFound | CommandFailed>
    createKey(
      accountId: string,
      name: string
    ): Effect.Effect<typeof CreatedKey.Type, NotFound | Conflict | CommandFailed>
    /** Plans, top-ups and payments. */
    readonly billing: Billing
    /** Every place where the ledger's equation does not hold; empty when all is well. */
    readonly checkLedger: Effect.Effect<ReadonlyArray<LedgerFault>, CommandFailed>
    /** Bytes of NDJSON, not compressed. */
    ingest<E>(bytes: Stream.Stream<Uint8Array, E>): Effect.Effect<IngestSummary, E | CommandFailed>
  }
>()("@heddle/server/operator/Operator") {
  static readonly layerLocal = Layer.effect(
    Operator,
    Effect.gen(function* () {
      const accounts = yield* Accounts
      const grants = yield* Grants
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
        createKey: (accountId, name) =>
          Effect.mapError(accounts.createKey(accountId, name), (error) =>
            error._tag === "UnknownAccount" ? unknown(error) : refuse(error)
          ),
        billing: yield* makeBilling,
        checkLedger: Effect.provideContext(checkLedger, context),
        ingest: (bytes) =>
          ingestion.ingest(bytes.pipe(Stream.decodeText, Stream.splitLines), {
            source: operatorSource,
            urlTemplate: postUrlTemplate
          })
      })
    })
  )
}
