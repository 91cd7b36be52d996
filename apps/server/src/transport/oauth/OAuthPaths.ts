/** Paths of the authorization server that programs use: their errors are its protocol's, not problem documents. */
import { paths } from "../../accounts/oauth/Protocol.ts"

/** RFC 8414; the second is where clients of OpenID Connect look. Both have the same content. */
export const metadataPaths = ["/.well-known/oauth-authorization-server", "/.well-known/openid-configuration"] as const

export const programPaths = [
  ...metadataPaths.map((path) => ({ method: "GET" as const, path })),
  { method: "GET", path: paths.jwks },
  { method: "POST", path: paths.registration },
  { method: "POST", path: paths.token },
  { method: "POST", path: paths.revocation }
] as const
