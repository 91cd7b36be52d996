/**
 * What oidc-provider is to do: authorization codes with PKCE for opaque tokens of one resource, and refresh tokens for
 * everybody. Every other feature is off. Each helper is set, because the defaults would write notes to the console.
 */
import { type Configuration, errors, interactionPolicy } from "oidc-provider"
import { applyClientPolicy } from "./ClientPolicy.ts"
import { maxBodyBytes } from "./DocumentFetch.ts"
import { paths, scope, toleratedScopes } from "./Protocol.ts"

const minute = 60
const day = 24 * 60 * minute

export const accessTokenSeconds = 15 * minute
/** Of a refresh token, which each use replaces. */
const refreshSeconds = 30 * day
/** From the consent on, however often tokens are refreshed. */
const connectionSeconds = 180 * day
const codeSeconds = minute
/** Time for a person to sign up, verify their address and decide. */
const interactionSeconds = 60 * minute

const maxDocumentBytes = 5 * 1_024

/** A person decides about every request: an application cannot prove who it is, so an earlier decision says nothing. */
const alwaysAsk = () => {
  const { Check, Prompt } = interactionPolicy
  const consent = new Check("consent_missing", "the person has not decided", "consent_required", ({ oidc }) =>
    oidc.result?.consent === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT
  )
  // The same page answers all of them.
  const others = ["login", "select_account"].map((name) => new Prompt({ name, requestable: true }))
  return [...others, new Prompt({ name: "consent", requestable: true }, consent)]
}

const off = { enabled: false }

export interface ProviderParts {
  readonly issuer: string
  readonly resource: string
  /** The first signs, all verify. */
  readonly cookieKeys: ReadonlyArray<string>
  readonly jwks: NonNullable<Configuration["jwks"]>
  readonly adapter: NonNullable<Configuration["adapter"]>
  readonly fetch: NonNullable<Configuration["fetch"]>
  /** Whether a client's document may be fetched from this address. */
  readonly allowFetch: (url: string) => boolean
}

const features = ({ resource, allowFetch }: ProviderParts): NonNullable<Configuration["features"]> => ({
  devInteractions: off,
  dPoP: off,
  pushedAuthorizationRequests: off,
  rpInitiatedLogout: off,
  userinfo: off,
  registration: { enabled: true, issueRegistrationAccessToken: false },
  clientIdMetadataDocument: {
    enabled: true,
    ack: "draft-02",
    allowFetch: (_ctx, url) => allowFetch(url),
    allowClient: () => true,
    cacheDuration: { min: minute, max: day }
  },
  // Public clients could otherwise end each other's tokens.
  revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
  resourceIndicators: {
    enabled: true,
    defaultResource: () => resource,
    useGrantedResource: () => true,
    getResourceServerInfo: (_ctx, asked) => {
      if (asked !== resource) throw new errors.InvalidTarget(`the only resource is ${resource}`)
      return { scope, audience: resource, accessTokenFormat: "opaque", accessTokenTTL: accessTokenSeconds }
    }
  }
})

export const providerConfiguration = (parts: ProviderParts): Configuration => ({
  adapter: parts.adapter,
  jwks: parts.jwks,
  fetch: parts.fetch,
  fetchResponseBodyLimits: {
    "client_id metadata document": maxDocumentBytes,
    jwks_uri: maxBodyBytes,
    sector_identifier_uri: maxDocumentBytes
  },
  features: features(parts),
  routes: {
    authorization: paths.authorization,
    jwks: paths.jwks,
    registration: paths.registration,
    revocation: paths.revocation,
    token: paths.token
  },
  scopes: [scope, ...toleratedScopes],
  responseTypes: ["code"],
  clientAuthMethods: ["none", "client_secret_basic", "client_secret_post", "private_key_jwt"],
  clientDefaults: { token_endpoint_auth_method: "none" },
  extraClientMetadata: {
    properties: ["software_id"],
    validator: (_ctx, _key, _value, metadata) => applyClientPolicy(metadata)
  },
  // CORS is ours (`transport/oauth/`), the same for every client: tokens are no cookies.
  clientBasedCORS: () => true,
  cookies: { keys: [...parts.cookieKeys] },
  pkce: { required: () => true },
  interactions: { policy: alwaysAsk(), url: (_ctx, { uid }) => `${parts.issuer}${paths.consent}/${uid}` },
  loadExistingGrant: (ctx) => {
    const grantId = ctx.oidc.result?.consent?.grantId
    return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId)
  },
  findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub }) }),
  // Clients of the 2025 revisions ask only for the scope of the challenge, which must not name `offline_access`.
  issueRefreshToken: () => true,
  rotateRefreshToken: () => true,
  revokeGrantPolicy: () => true,
  expiresWithSession: () => false,
  renderError: (ctx, out) => {
    ctx.body = out
  },
  ttl: {
    AccessToken: accessTokenSeconds,
    AuthorizationCode: codeSeconds,
    Grant: connectionSeconds,
    IdToken: accessTokenSeconds,
    Interaction: interactionSeconds,
    RefreshToken: (_ctx, token) => Math.max(1, Math.min(refreshSeconds, connectionSeconds - token.totalLifetime())),
    Session: interactionSeconds
  }
})
