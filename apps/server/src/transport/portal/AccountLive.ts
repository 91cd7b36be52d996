/** The person who is signed in, and the applications that act for their account. */
import { AccountRpcs, PortalCaller } from "@heddle/api/portal"
import { Effect, Schema } from "effect"
import { Accounts } from "../../accounts/customers/Accounts.ts"
import { Connections } from "../../accounts/oauth/Connections.ts"
import { Users } from "../../accounts/users/Users.ts"
import { demoEmail } from "../../runtime/DemoAccount.ts"
import { ConnectionId, UserId } from "../../runtime/Ids.ts"
import { respond } from "./Failures.ts"
import { instant, instantOrNull } from "./Instants.ts"

const userIdOf = Schema.decodeUnknownSync(UserId)
const connectionIdOf = Schema.decodeUnknownSync(ConnectionId)

const me = Effect.map(Effect.all([Accounts, Users]), ([accounts, users]) =>
  Effect.fnUntraced(function* () {
    const { accountId, userId, email } = yield* PortalCaller
    const { createdAt } = yield* Effect.orDie(accounts.find(accountId))
    return {
      email,
      accountId,
      createdAt: instant(createdAt),
      hasPassword: yield* users.hasPassword(userIdOf(userId)),
      passkeys: [],
      oneTimeCodes: false,
      pendingEmail: null,
      isDemo: email === demoEmail
    }
  })
)

const served = AccountRpcs.omit(
  "ChangeEmail",
  "ChangePassword",
  "ListSessions",
  "EndSession",
  "EndOtherSessions",
  "StartPasskey",
  "AddPasskey",
  "DeletePasskey",
  "StartOneTimeCodes",
  "ConfirmOneTimeCodes",
  "StopOneTimeCodes",
  "ShowNotices",
  "ChangeNotices",
  "ListAudit",
  "CloseAccount"
)

export const AccountLive = served.toLayer(
  Effect.gen(function* () {
    const connections = yield* Connections
    return served.of({
      Me: yield* me,
      ListConnections: Effect.fnUntraced(function* () {
        const { accountId } = yield* PortalCaller
        const all = yield* connections.list(accountId)
        return all.map(({ connectedAt, lastUsedAt, ...connection }) => ({
          ...connection,
          connectedAt: instant(connectedAt),
          lastUsedAt: instantOrNull(lastUsedAt)
        }))
      }),
      Disconnect: Effect.fnUntraced(function* ({ connectionId }) {
        const { accountId } = yield* PortalCaller
        yield* respond(connections.disconnect(accountId, connectionIdOf(connectionId)))
      })
    })
  })
)
