/** The OpenID provider of the operator's organisation, if the settings name one. */
import { genericOAuth } from "better-auth/plugins/generic-oauth"
import { Effect, Option, Redacted, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { isEmailAddress, normalEmail } from "../../runtime/EmailAddress.ts"
import { Settings } from "../../runtime/Settings.ts"
import { inCall } from "./AuthCalls.ts"
import { discardUnverified } from "./VerifiedUsers.ts"

/** Part of the address to which the provider sends people back. */
export const providerId = "oidc"

export class BadOidcSettings extends Schema.TaggedError<BadOidcSettings>()("BadOidcSettings", {
  detail: Schema.String
}) {
  override readonly message = this.detail
}

export interface OidcProvider {
  readonly issuer: URL
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  /** As people know it. */
  readonly name: string
}

export const oidcProvider = Effect.gen(function* () {
  const { oidcIssuer, oidcClientId, oidcClientSecret, oidcName } = yield* Settings
  if ([oidcIssuer, oidcClientId, oidcClientSecret, oidcName].every((setting) => Option.isNone<unknown>(setting))) {
    return undefined
  }
  if (Option.isNone(oidcIssuer) || Option.isNone(oidcClientId) || Option.isNone(oidcClientSecret)) {
    return yield* new BadOidcSettings({
      detail:
        "Set HEDDLE_OIDC_ISSUER, HEDDLE_OIDC_CLIENT_ID and HEDDLE_OIDC_CLIENT_SECRET to offer sign-in with OpenID Connect, or none of them."
    })
  }
  const provider: OidcProvider = {
    issuer: oidcIssuer.value,
    clientId: oidcClientId.value,
    clientSecret: oidcClientSecret.value,
    name: Option.getOrElse(oidcName, () => oidcIssuer.value.host)
  }
  return provider
})

/** A name is shown nowhere. */
const maxNameLength = 200

/** Without a slash at its end. */
export const issuerOf = ({ issuer }: OidcProvider): string => issuer.href.replace(/\/$/, "")

const discoveryUrl = (provider: OidcProvider) => `${issuerOf(provider)}/.well-known/openid-configuration`

/** Options of better-auth. An identity counts only with an address that the provider has verified. */
export const oidcPlugin = (provider: OidcProvider, sql: SqlClient.SqlClient) => ({
  plugins: [
    genericOAuth({
      config: [
        {
          providerId,
          name: provider.name,
          discoveryUrl: discoveryUrl(provider),
          // With headers of our own, it follows no redirect to another origin.
          discoveryHeaders: { accept: "application/json" },
          clientId: provider.clientId,
          clientSecret: Redacted.value(provider.clientSecret),
          scopes: ["openid", "email", "profile"],
          pkce: true,
          requireIdTokenVerification: true,
          requireEmailVerification: true,
          mapProfileToUser: async ({ email, emailVerified, name }) => {
            const address = typeof email === "string" && isEmailAddress(email) ? normalEmail(email) : undefined
            if (address !== undefined && emailVerified === true) await inCall(discardUnverified(sql, address))
            return {
              email: address,
              name: typeof name === "string" ? name.slice(0, maxNameLength) : "",
              image: undefined
            }
          }
        }
      ]
    })
  ]
})
