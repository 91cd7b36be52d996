/**
 * better-auth's core: passwords, sessions, verification and reset, over our tables. Its routes are not served, except the
 * one to which an OpenID provider sends people back. It makes no tables, limits no rates and sends no telemetry. Loaded
 * with the first call: nothing else may import it at the start.
 */
import { createAuthEndpoint } from "better-auth/api"
import { setSessionCookie } from "better-auth/cookies"
import { betterAuth, type BetterAuthOptions } from "better-auth/minimal"
import { Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import type { Trials } from "../../credits/ledger/Trials.ts"
import { UserId } from "../../runtime/Ids.ts"
import { publicUrl, type Settings } from "../../runtime/Settings.ts"
import type { Accounts } from "../customers/Accounts.ts"
import { authAdapter, authId } from "./AuthAdapter.ts"
import { authPath, clientAddressHeader, currentCall, inCall } from "./AuthCalls.ts"
import { SecondStepNeeded } from "./AuthFailures.ts"
import { oidcPlugin } from "./OidcPlugin.ts"
import type { OidcProvider } from "./OidcProvider.ts"
import { passwordLength } from "./NewPassword.ts"
import { cookiePrefix, isHttps, type UserMails } from "./UserMails.ts"
import { accountForUser, verifyUser } from "./VerifiedUsers.ts"

/** A sign-in whose proof is checked by us: a passkey, or a password and a one-time code. No route leads to it. */
const Body = Schema.toStandardSchemaV1(Schema.Struct({ userId: Schema.String }))

const ownSignIn = {
  id: "own-sign-in",
  endpoints: {
    signInUser: createAuthEndpoint({ method: "POST", body: Body }, async (ctx) => {
      const { internalAdapter } = ctx.context
      const user = await internalAdapter.findUserById(ctx.body.userId)
      const session = user === null ? null : await internalAdapter.createSession(user.id)
      if (user === null || session === null) throw new Error(`There is no user ${ctx.body.userId} to sign in`)
      await setSessionCookie(ctx, { session, user })
      return {}
    })
  }
}

const day = 24 * 60 * 60

export interface Parts {
  readonly settings: Settings["Service"]
  readonly secret: string
  readonly sql: SqlClient.SqlClient
  readonly accounts: Accounts["Service"]
  readonly mails: UserMails
  readonly trials: Trials
}

const passwords = (parts: Parts) => {
  const { sql, mails } = parts
  return {
    enabled: true,
    autoSignIn: false,
    requireEmailVerification: true,
    minPasswordLength: passwordLength.minimum,
    maxPasswordLength: passwordLength.maximum,
    revokeSessionsOnPasswordReset: true,
    resetPasswordTokenExpiresIn: 60 * 60,
    password: {
      // Both were done before, where whoever waits for a hash can be interrupted.
      hash: async (password) => {
        const before = currentCall()?.hashed
        if (before?.password !== password) throw new Error("A password was not hashed before better-auth needs it")
        return before.hash
      },
      verify: async ({ password, hash }) => {
        const proven = currentCall()?.hashed
        return proven?.password === password && proven.hash === hash
      }
    },
    onExistingUserSignUp: ({ user }) => inCall(mails.existing(user.email)),
    sendResetPassword: ({ user, token }) =>
      inCall(mails.reset({ email: user.email, token, returnTo: currentCall()?.returnTo })),
    // The link came by mail, so it proves the address as well.
    onPasswordReset: ({ user }) =>
      inCall(
        Effect.gen(function* () {
          yield* verifyUser(parts, user)
          yield* sql`DELETE FROM user_verifications WHERE value = ${user.id}`
          yield* mails.changed(user.email)
          currentCall()?.onReset?.(UserId.make(user.id))
        })
      )
  } satisfies BetterAuthOptions["emailAndPassword"]
}

const verification = (parts: Parts) =>
  ({
    expiresIn: day,
    sendOnSignUp: true,
    sendOnSignIn: false,
    autoSignInAfterVerification: false,
    sendVerificationEmail: ({ user, token }) =>
      inCall(parts.mails.verification({ email: user.email, token, returnTo: currentCall()?.returnTo })),
    // Before, because a verified user must have an account.
    beforeEmailVerification: (user) => inCall(verifyUser(parts, user))
  }) satisfies BetterAuthOptions["emailVerification"]

const tables = {
  user: {
    modelName: "users",
    additionalFields: { accountId: { type: "string", required: false, input: false } },
    // Runs at every sign-in by a provider, too.
    validateUserInfo: ({ user, source }) =>
      source.method === "oauth" && user.emailVerified !== true ? { error: "email_not_verified" } : undefined
  },
  session: { modelName: "user_sessions", expiresIn: 30 * day, updateAge: day },
  account: {
    modelName: "user_credentials",
    fields: { accountId: "providerUserId" },
    updateAccountOnSignIn: false,
    // Only between addresses that are proven on both sides.
    accountLinking: { enabled: true, requireLocalEmailVerified: true }
  },
  verification: { modelName: "user_verifications", storeIdentifier: "hashed" }
} satisfies BetterAuthOptions

/** Before a session begins by a password alone. */
const requireNoCode = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, id: string) {
  const userId = UserId.make(id)
  const rows = yield* sql`
    SELECT 1 FROM user_one_time_codes WHERE user_id = ${userId} AND confirmed_at IS NOT NULL`
  if (rows.length > 0) return yield* new SecondStepNeeded({ userId })
})

const hooks = (parts: Parts) =>
  ({
    user: {
      create: {
        // A person whose provider has verified the address.
        before: async (user) =>
          user.emailVerified
            ? { data: { accountId: await inCall(accountForUser(parts, user.email)), image: undefined } }
            : undefined
      }
    },
    session: {
      create: {
        before: async ({ userId }) => {
          if (currentCall()?.byPassword === true) await inCall(requireNoCode(parts.sql, userId))
          return undefined
        }
      }
    },
    account: {
      create: {
        // Nothing here calls a provider again after the sign-in.
        before: async () => ({
          data: {
            accessToken: undefined,
            refreshToken: undefined,
            idToken: undefined,
            accessTokenExpiresAt: undefined,
            refreshTokenExpiresAt: undefined,
            scope: undefined
          }
        })
      }
    }
  }) satisfies BetterAuthOptions["databaseHooks"]

const advanced = (settings: Settings["Service"]) =>
  ({
    useSecureCookies: false,
    cookiePrefix: cookiePrefix(settings),
    defaultCookieAttributes: { secure: isHttps(settings), httpOnly: true, sameSite: "lax", path: "/" },
    ipAddress: { ipAddressHeaders: [clientAddressHeader] },
    database: { generateId: ({ model }) => authId(model), validateSchema: false }
  }) satisfies BetterAuthOptions["advanced"]

const log = (level: string, message: string, ...details: ReadonlyArray<unknown>) =>
  void inCall(Effect.logWarning(`Sign-in: ${message}`, ...details).pipe(Effect.annotateLogs({ level })))

const options = (parts: Parts) =>
  ({
    appName: "Heddle",
    baseURL: URL.parse(publicUrl(parts.settings))?.origin ?? publicUrl(parts.settings),
    basePath: authPath,
    // One secret, whatever the environment says.
    secrets: [{ version: 1, value: parts.secret }],
    database: authAdapter(parts.sql),
    emailAndPassword: passwords(parts),
    emailVerification: verification(parts),
    ...tables,
    databaseHooks: hooks(parts),
    plugins: [ownSignIn],
    rateLimit: { enabled: false },
    onAPIError: { errorURL: authPath },
    telemetry: { enabled: false },
    logger: { level: "error", log },
    advanced: advanced(parts.settings)
  }) satisfies BetterAuthOptions

export const makeAuth = (parts: Parts) => betterAuth(options(parts))

/** Apart, because it asks the provider for its addresses before it does anything. */
export const makeOidcAuth = (parts: Parts, provider: OidcProvider) =>
  betterAuth({ ...options(parts), ...oidcPlugin(provider, parts.sql) })
