/** Names of the protocol: scopes and paths. */
/** What an access token may do: call the tools of the resource. */
export const scope = "mcp"
/** Scopes that clients ask for out of habit. */
export const toleratedScopes: ReadonlyArray<string> = ["offline_access", "openid"]

export const paths = {
  authorization: "/oauth/authorize",
  consent: "/oauth/consent",
  jwks: "/oauth/jwks",
  registration: "/oauth/register",
  revocation: "/oauth/revoke",
  token: "/oauth/token"
} as const
