/** Sign-in with the OpenID provider, for better-auth. Loaded with it. */
import { genericOAuth } from "better-auth/plugins/generic-oauth"
import { Redacted } from "effect"
import type { SqlClient } from "effect/sql"
import { isEmailAddress, normalEmail } from "../../runtime/EmailAddress.ts"
import { inCall } from "./AuthCalls.ts"
import { issuerOf, type OidcProvider, providerId } from "./OidcProvider.ts"
import { discardUnverified } from "./VerifiedUsers.ts"

/** A name is shown nowhere. */
const maxNameLength = 200

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
