/** The layers and background tasks of this folder. */
import { Effect, Layer } from "effect"
import { AuditLog, auditRetentionTask } from "./audit/AuditLog.ts"
import { Accounts } from "./customers/Accounts.ts"
import { ApiKeys } from "./keys/ApiKeys.ts"
import { lastUseTask } from "./keys/LastUse.ts"
import { AccessTokens, ConnectionUse, connectionUseTask } from "./oauth/AccessTokens.ts"
import { AuthorizationServer } from "./oauth/AuthorizationServer.ts"
import { sealedClients } from "./oauth/ClientRows.ts"
import { Connections } from "./oauth/Connections.ts"
import { oauthRetentionTask } from "./oauth/OAuthRetention.ts"
import { KnownBrowsers } from "./sign-in/KnownBrowsers.ts"
import { OneTimeCodes, sealedOneTimeCodes } from "./sign-in/OneTimeCodes.ts"
import { Passkeys } from "./sign-in/Passkeys.ts"
import { PersonSessions } from "./sign-in/PersonSessions.ts"
import { Sessions } from "./sign-in/Sessions.ts"
import { SignInThrottle } from "./sign-in/SignInThrottle.ts"
import { Auth } from "./sign-in/Auth.ts"
import { OidcSignIn } from "./sign-in/OidcSignIn.ts"
import { userRetentionTask } from "./sign-in/UserRetention.ts"
import { EmailChange } from "./sign-in/EmailChange.ts"
import { Passwords } from "./sign-in/Passwords.ts"
import { PortalLinks } from "./sign-in/PortalLinks.ts"
import { Users } from "./sign-in/Users.ts"

export const accountsTasks = Effect.all([
  lastUseTask,
  connectionUseTask,
  userRetentionTask,
  oauthRetentionTask,
  auditRetentionTask
])

export const accountsSealed = [sealedOneTimeCodes, sealedClients]

export const AccountsLayer = Layer.mergeAll(Accounts.layer, ApiKeys.layer, AuditLog.layer)

/** Applications that act for an account. */
export const OAuthLayer = Layer.mergeAll(AuthorizationServer.layer, AccessTokens.layer, Connections.layer).pipe(
  Layer.provideMerge(ConnectionUse.layer)
)

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
  Layer.provideMerge(Layer.mergeAll(Auth.layer, OneTimeCodes.layer, SignInThrottle.layer)),
  Layer.provideMerge(KnownBrowsers.layer)
)
