/** Everything that is kept about an account, as lines of JSON. No secret is in it. */
import type { AccountId, DeliveriesQuery } from "@heddle/api"
import { Effect, Option, Stream, Struct } from "effect"
import { AuditLog } from "../accounts/audit/AuditLog.ts"
import { Accounts } from "../accounts/customers/Accounts.ts"
import { ApiKeys } from "../accounts/keys/ApiKeys.ts"
import { Connections } from "../accounts/oauth/Connections.ts"
import { Passkeys } from "../accounts/sign-in/Passkeys.ts"
import { PersonSessions } from "../accounts/sign-in/PersonSessions.ts"
import type { SignedIn } from "../accounts/sign-in/Sessions.ts"
import { Purchases } from "../billing/purchases/Purchases.ts"
import { Subscriptions } from "../billing/purchases/Subscriptions.ts"
import { AlertSettings } from "../credits/alerts/AlertSettings.ts"
import { Usage } from "../credits/usage/Usage.ts"
import { now } from "../runtime/Time.ts"
import { DeliveryLog } from "../webhooks/log/DeliveryLog.ts"
import { Endpoints } from "../webhooks/management/Endpoints.ts"

const pageSize = 250

export interface ExportedLine {
  /** What the line is about, such as `key`. */
  readonly type: string
  readonly [field: string]: unknown
}

/** In the order of their kinds; long ones are read as the stream is pulled. */
export const exportOf = Effect.fnUntraced(function* (person: SignedIn) {
  const accounts = yield* Accounts
  const passkeys = yield* Passkeys
  const sessions = yield* PersonSessions
  const keys = yield* ApiKeys
  const connections = yield* Connections
  const endpoints = yield* Endpoints
  const log = yield* DeliveryLog
  const alerts = yield* AlertSettings
  const usage = yield* Usage
  const purchases = yield* Purchases
  const subscriptions = yield* Subscriptions
  const audit = yield* AuditLog

  const profile = Effect.fnUntraced(function* ({ accountId, email }: SignedIn) {
    const account = yield* accounts.find(accountId)
    const { data: balance } = yield* usage.balance(accountId)
    return [
      { accountId, email, createdAt: account.createdAt, exportedAt: yield* now },
      { ...(yield* subscriptions.state(accountId)), balance, notices: yield* alerts.change(accountId, {}) }
    ] as const
  }, Effect.orDie)

  const endpointsOf = (accountId: AccountId) =>
    Effect.map(endpoints.list(accountId), (all) => all.map(Struct.omit(["secret"])))

  const deliveriesOf = (accountId: AccountId) =>
    Stream.paginate<DeliveriesQuery, object, never, never>({ limit: pageSize }, (query) =>
      Effect.map(Effect.orDie(log.list(accountId, query)), ({ data, next_cursor: cursor }) => [
        data,
        cursor === null ? Option.none() : Option.some({ limit: pageSize, cursor })
      ])
    )

  const auditOf = (accountId: AccountId) =>
    Stream.paginate<{ readonly before?: string }, object, never, never>({}, (from) =>
      Effect.map(audit.page(accountId, { ...from, limit: pageSize }), ({ entries, next }) => [
        entries,
        next === null ? Option.none() : Option.some({ before: next })
      ])
    )

  const { accountId, userId } = person
  return Stream.unwrap(
    Effect.map(profile(person), ([about, plan]) =>
      Stream.fromIterable<ExportedLine>([
        { type: "account", ...about },
        { type: "plan", ...plan }
      ]).pipe(
        Stream.concat(typed("session", listed(sessions.list(person)))),
        Stream.concat(typed("passkey", listed(Effect.map(passkeys.list(userId), named)))),
        Stream.concat(typed("key", listed(Effect.orDie(keys.list(accountId))))),
        Stream.concat(typed("connection", listed(connections.list(accountId)))),
        Stream.concat(typed("endpoint", listed(endpointsOf(accountId)))),
        Stream.concat(typed("purchase", listed(Effect.orDie(purchases.list(accountId))))),
        Stream.concat(typed("audit", auditOf(accountId))),
        Stream.concat(typed("delivery", deliveriesOf(accountId))),
        Stream.concat(typed("usage", Stream.unwrap(usage.exportHistory(accountId, {})).pipe(Stream.orDie)))
      )
    )
  )
})

const listed = (all: Effect.Effect<ReadonlyArray<object>>) => Stream.unwrap(Effect.map(all, Stream.fromIterable))

const typed = (type: string, items: Stream.Stream<object>): Stream.Stream<ExportedLine> =>
  Stream.map(items, (item) => ({ ...item, type }))

/** Without the key that proves it, which says nothing to its holder. */
const named = (all: ReadonlyArray<{ id: string; name: string; createdAt: Date; lastUsedAt: Date | null }>) =>
  all.map(({ id, name, createdAt, lastUsedAt }) => ({ id, name, createdAt, lastUsedAt }))
