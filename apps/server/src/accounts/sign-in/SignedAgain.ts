/**
 * better-auth verifies with one secret. What it signed with that of another key of the ring is signed again with the
 * first before it sees it, so that sessions and links outlive a change of the encryption key.
 */
import { createHmac } from "node:crypto"
import { isSameText } from "../../runtime/Secrets.ts"

/** A signed cookie of better-auth: a value, and HMAC-SHA-256 over it in base64, encoded for a URL. */
const signedCookie = /(?<==)([\w-]+\.(?:[A-Za-z0-9]|%2B|%2F){43}%3D)(?=;|$)/g

const sign = (secret: string, content: string, encoding: "base64" | "base64url") =>
  createHmac("sha256", secret).update(content).digest(encoding)

export const makeSignedAgain = ([first, ...others]: readonly [string, ...ReadonlyArray<string>]) => {
  const signedAgain = (text: string, encoding: "base64" | "base64url"): string => {
    const end = text.lastIndexOf(".")
    const [content, signature] = [text.slice(0, end), text.slice(end + 1)]
    return others.some((secret) => isSameText(sign(secret, content, encoding), signature))
      ? `${content}.${sign(first, content, encoding)}`
      : text
  }

  /** The header `Cookie` of a request, with all other headers. */
  const cookies = (headers: Headers): Headers => {
    const sent = headers.get("cookie")
    if (others.length === 0 || sent === null) return headers
    const changed = new Headers(headers)
    changed.set(
      "cookie",
      sent.replaceAll(signedCookie, (value) => encodeURIComponent(signedAgain(decodeURIComponent(value), "base64")))
    )
    return changed
  }

  /** A JSON Web Token signed with HS256, such as the one in a link that verifies an address. */
  const token = (text: string): string => signedAgain(text, "base64url")

  return { cookies, token }
}
