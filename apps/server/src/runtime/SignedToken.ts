/** Opaque tokens that callers send back, such as cursors. Authenticated by a MAC, so that nobody can make one. */
import type { Secrets } from "./Secrets.ts"

export const signedToken = (secrets: Secrets["Service"], content: string): string => {
  const text = Buffer.from(content).toString("base64url")
  return `${text}.${secrets.mac(text)}`
}

/** Undefined for texts that this service did not make. */
export const contentOfToken = (secrets: Secrets["Service"], token: string): string | undefined => {
  const [text = "", mac = "", ...rest] = token.split(".")
  return secrets.mac(text) !== mac || rest.length > 0 ? undefined : Buffer.from(text, "base64url").toString("utf8")
}

/** The same for the same parameters in any order. */
export const parametersMac = (secrets: Secrets["Service"], parameters: object): string =>
  secrets.mac(JSON.stringify(Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1))))
