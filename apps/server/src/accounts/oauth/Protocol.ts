/** What the authorization server is called outside, whatever proxy is in between: its scopes, paths and addresses. */
import { Option } from "effect"
import { loopbackNames } from "../../runtime/Networks.ts"
import { publicUrl, type Settings } from "../../runtime/Settings.ts"

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

/** The issuer identifier: the public URL without a slash at its end. */
export const issuerOf = (settings: Settings["Service"]): string => publicUrl(settings).replace(/\/+$/, "")

const resourceAt = (base: string): string => `${base}/mcp`

/** The resource that access tokens are for, compared character by character (RFC 8707). */
export const resourceOf = (settings: Settings["Service"]): string => resourceAt(issuerOf(settings))

/**
 * The issuer under every name that leads to it. A server on one's own machine has several, and a client compares the
 * resource with the address that its user typed.
 */
export const namesOf = (settings: Settings["Service"]): ReadonlyArray<string> => {
  const issuer = issuerOf(settings)
  const { hostname = "", port = "" } = URL.parse(issuer) ?? {}
  if (Option.isSome(settings.baseUrl) || !loopbackNames.has(hostname)) return [issuer]
  return [issuer, ...[...loopbackNames].filter((name) => name !== hostname).map((name) => `http://${name}:${port}`)]
}

/** All names of the resource, each with and without a slash at its end, as it is served; tokens are made for the first. */
export const resourcesOf = (settings: Settings["Service"]): ReadonlyArray<string> =>
  namesOf(settings)
    .map(resourceAt)
    .flatMap((name) => [name, `${name}/`])
