/** The person who is signed in, and the applications that act for their account. */
import { Conflict } from "@heddle/api"
import { AccountRpcs, type Notices } from "@heddle/api/portal"
import { Effect, Schema } from "effect"
import { AuditLog } from "../../accounts/audit/AuditLog.ts"
import { Accounts } from "../../accounts/customers/Accounts.ts"
import { Connections } from "../../accounts/oauth/Connections.ts"
import { EmailChange } from "../../accounts/sign-in/EmailChange.ts"
import { OneTimeCodes } from "../../accounts/sign-in/OneTimeCodes.ts"
import { Passkeys } from "../../accounts/sign-in/Passkeys.ts"
import { Users } from "../../accounts/sign-in/Users.ts"
import { type AlertPreferences, AlertSettings, defaultBelowPercent } from "../../credits/alerts/AlertSettings.ts"
import { Closure } from "../../closure/Closure.ts"
import { demoEmail } from "../../runtime/DemoAccount.ts"
import { problemOf, respond } from "./Failures.ts"
import { instant, instantOrNull } from "./Instants.ts"
import { ofAccount } from "./PortalCall.ts"
import { caller, invalid, recentCaller } from "./SignedInUser.ts"
import { signInHandlers } from "./SignInHandlers.ts"

/** Notices about the balance, and the audit log. */
const entriesOnPage = 50

const noticesOf = ({ enabled, belowCredits, belowPercent }: AlertPreferences): typeof Notices.Type => ({
  enabled,
  below: belowCredits === null ? { percent: belowPercent ?? defaultBelowPercent } : { credits: belowCredits }
})

const isCursor = Schema.is(Schema.String.check(Schema.isPattern(/^aud_[0-9A-HJKMNP-TV-Z]{26}$/)))

const auditHandlers = Effect.gen(function* () {
  const alerts = yield* AlertSettings
  const log = yield* AuditLog
  return {
    "account.ShowNotices": Effect.fnUntraced(function* () {
      const { accountId } = yield* caller
      return noticesOf(yield* Effect.orDie(alerts.change(accountId, {})))
    }),
    "account.ChangeNotices": Effect.fnUntraced(function* ({ enabled, below }: typeof Notices.Type) {
      const { accountId } = yield* caller
      if ("percent" in below && (below.percent < 1 || below.percent > 100)) {
        return yield* invalid("below.percent", "must be from 1 to 100")
      }
      return noticesOf(yield* Effect.orDie(alerts.change(accountId, { enabled, below })))
    }),
    "account.ListAudit": Effect.fnUntraced(function* ({ cursor }: { readonly cursor?: string }) {
      const { accountId } = yield* caller
      if (cursor !== undefined && !isCursor(cursor)) {
        return yield* invalid("cursor", "is not a valid cursor for this list; start again without it")
      }
      const { entries, next } = yield* log.page(accountId, {
        limit: entriesOnPage,
        ...(cursor === undefined ? {} : { before: cursor })
      })
      return { entries: entries.map(({ at, ...entry }) => ({ ...entry, at: instant(at) })), nextCursor: next }
    })
  }
})

/** Closing the account. */
const closureHandlers = Effect.gen(function* () {
  const closure = yield* Closure
  return {
    "account.CloseAccount": Effect.fnUntraced(function* ({ email }: { readonly email: string }) {
      const person = yield* recentCaller
      if (person.email === demoEmail) {
        return yield* problemOf(
          new Conflict({ detail: "The demo account cannot be closed, because everyone who uses this demo shares it." })
        )
      }
      if (email.trim().toLowerCase() !== person.email) {
        return yield* invalid("email", `must be the address of this account, ${person.email}`)
      }
      yield* respond(closure.close(person.accountId, person.email))
    })
  }
})

const me = Effect.gen(function* () {
  const accounts = yield* Accounts
  const users = yield* Users
  const passkeys = yield* Passkeys
  const codes = yield* OneTimeCodes
  const emails = yield* EmailChange
  return Effect.fnUntraced(function* () {
    const { accountId, userId, email } = yield* caller
    const { createdAt } = yield* Effect.orDie(accounts.find(accountId))
    return {
      email,
      accountId,
      createdAt: instant(createdAt),
      hasPassword: yield* users.hasPassword(userId),
      passkeys: (yield* passkeys.list(userId)).map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        createdAt: instant(createdAt),
        lastUsedAt: instantOrNull(lastUsedAt)
      })),
      oneTimeCodes: yield* codes.isOn(userId),
      pendingEmail: yield* emails.pending(userId),
      isDemo: email === demoEmail
    }
  })
})

export const AccountHandlers = AccountRpcs.toLayer(
  Effect.gen(function* () {
    const connections = yield* Connections
    return AccountRpcs.of({
      ...(yield* signInHandlers),
      ...(yield* auditHandlers),
      ...(yield* closureHandlers),
      "account.Me": yield* me,
      "account.ListConnections": ofAccount((accountId) =>
        Effect.map(connections.list(accountId), (all) =>
          all.map(({ connectedAt, lastUsedAt, ...connection }) => ({
            ...connection,
            connectedAt: instant(connectedAt),
            lastUsedAt: instantOrNull(lastUsedAt)
          }))
        )
      ),
      "account.Disconnect": ofAccount((accountId, { connectionId }) =>
        respond(connections.disconnect(accountId, connectionId))
      )
    })
  })
)
