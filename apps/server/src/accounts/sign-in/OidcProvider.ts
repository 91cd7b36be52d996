/** The OpenID provider of the operator's organisation, if the settings name one. */
import { Effect, Option, type Redacted, Schema } from "effect"
import { Settings } from "../../runtime/Settings.ts"

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

/** Without a slash at its end. */
export const issuerOf = ({ issuer }: OidcProvider): string => issuer.href.replace(/\/$/, "")
