/** The person who is signed in, and the applications that act for their account. */
import { AccountRpcs, PortalCaller } from "@heddle/api/portal"
import { Effect } from "effect"
import { Accounts } from "../../accounts/customers/Accounts.ts"
import { OneTimeCodes } from "../../accounts/sign-in/OneTimeCodes.ts"
import { Connections } from "../../accounts/oauth/Connections.ts"
import { Passkeys } from "../../accounts/sign-in/Passkeys.ts"
import { EmailChange } from "../../accounts/sign-in/EmailChange.ts"
import { Users } from "../../accounts/sign-in/Users.ts"
import { demoEmail } from "../../runtime/DemoAccount.ts"
import { auditHandlers } from "./AuditLive.ts"
import { closureHandlers } from "./ClosureLive.ts"
import { respond } from "./Failures.ts"
import { instant, instantOrNull } from "./Instants.ts"
import { caller } from "./Person.ts"
import { signInHandlers } from "./SignInLive.ts"

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

export const AccountLive = AccountRpcs.toLayer(
  Effect.gen(function* () {
    const connections = yield* Connections
    return AccountRpcs.of({
      ...(yield* signInHandlers),
      ...(yield* auditHandlers),
      ...(yield* closureHandlers),
      "account.Me": yield* me,
      "account.ListConnections": Effect.fnUntraced(function* () {
        const { accountId } = yield* PortalCaller
        const all = yield* connections.list(accountId)
        return all.map(({ connectedAt, lastUsedAt, ...connection }) => ({
          ...connection,
          connectedAt: instant(connectedAt),
          lastUsedAt: instantOrNull(lastUsedAt)
        }))
      }),
      "account.Disconnect": Effect.fnUntraced(function* ({ connectionId }) {
        const { accountId } = yield* PortalCaller
        yield* respond(connections.disconnect(accountId, connectionId))
      })
    })
  })
)
