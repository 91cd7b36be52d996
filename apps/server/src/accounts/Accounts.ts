/** The layers and background tasks of this folder. */
import { Effect, Layer } from "effect"
import { AuditLog, auditRetentionTask } from "./audit/AuditLog.ts"
import { Accounts } from "./customers/Accounts.ts"
import { ApiKeys } from "./keys/ApiKeys.ts"
import { lastUseTask } from "./keys/LastUse.ts"
import { AccessTokens } from "./oauth/AccessTokens.ts"
import { AuthorizationServer } from "./oauth/AuthorizationServer.ts"
import { Connections } from "./oauth/Connections.ts"
import { ConnectionUse, connectionUseTask } from "./oauth/ConnectionUse.ts"
import { OAuthRetention, oauthRetentionTask } from "./oauth/OAuthRetention.ts"
import { OneTimeCodes } from "./codes/OneTimeCodes.ts"
import { Passkeys } from "./passkeys/Passkeys.ts"
import { PersonSessions } from "./sessions/PersonSessions.ts"
import { Sessions } from "./sessions/Sessions.ts"
import { SignInThrottle } from "./sessions/SignInThrottle.ts"
import { Auth } from "./users/Auth.ts"
import { OidcSignIn } from "./users/OidcSignIn.ts"
import { userRetentionTask } from "./users/UserRetention.ts"
import { EmailChange } from "./users/EmailChange.ts"
import { Passwords } from "./users/Passwords.ts"
import { PortalLinks } from "./users/PortalLinks.ts"
import { Users } from "./users/Users.ts"

export const accountsTasks = Effect.all([
  lastUseTask,
  connectionUseTask,
  userRetentionTask,
  oauthRetentionTask,
  auditRetentionTask
])

export const AccountsLayer = Layer.mergeAll(Accounts.layer, ApiKeys.layer, AuditLog.layer)

/** Applications that act for an account. */
export const OAuthLayer = Layer.mergeAll(
  AuthorizationServer.layer,
  AccessTokens.layer,
  Connections.layer,
  OAuthRetention.layer
).pipe(Layer.provideMerge(ConnectionUse.layer))

/** People who sign in. It sends mails. */
export const UsersLayer = Layer.mergeAll(
  Users.layer,
  Passwords.layer,
  EmailChange.layer,
  OidcSignIn.layer,
  PersonSessions.layer,
  PortalLinks.layer,
  Passkeys.layer
).pipe(
  Layer.provideMerge(Sessions.layer),
  Layer.provideMerge(Layer.mergeAll(Auth.layer, OneTimeCodes.layer, SignInThrottle.layer))
)
