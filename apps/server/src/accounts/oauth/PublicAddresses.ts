/** What the authorization server and its only resource are called outside, whatever proxy is in between. */
import { publicUrl, type Settings } from "../../runtime/Settings.ts"

/** The issuer identifier: the public URL without a slash at its end. */
export const issuerOf = (settings: Settings["Service"]): string => publicUrl(settings).replace(/\/+$/, "")

/** The resource that access tokens are for, compared character by character (RFC 8707). */
export const resourceOf = (settings: Settings["Service"]): string => `${issuerOf(settings)}/mcp`
