/** Headers as the delivery log keeps them: bounded, without secrets, and storable as `jsonb`. Pure. */
import { cutToBytes } from "../../runtime/CutText.ts"

export type Headers = Readonly<Record<string, string>>

const maxHeaders = 64
const maxBytes = 8 * 1_024
const signatureCharacters = 8

const redacted = "[redacted]"
const secretNames =
  /^(?:set-cookie2?|cookie|(?:proxy-)?authenticat(?:e|ion)(?:-info)?|.*(?:authorization|authenticate|authentication-info|token|secret|password|credential|session|api-?key).*)$/

/** PostgreSQL stores neither NUL nor lone surrogates. */
export const storable = (text: string): string => text.toWellFormed().replaceAll("\u0000", "\uFFFD")

const byteLength = (text: string): number => Buffer.byteLength(text)

/** At most `bytes` of names and values. */
export const loggedResponseHeaders = (
  headers: Iterable<readonly [name: string, value: string]>,
  bytes = maxBytes
): Headers => {
  const kept = new Map<string, string>()
  let left = bytes
  for (const [rawName, value] of headers) {
    if (kept.size === maxHeaders || left <= 0) break
    const name = cutToBytes(storable(rawName.toLowerCase()), left)
    left -= byteLength(name)
    const text = secretNames.test(name) ? redacted : storable(value)
    const cut = cutToBytes(text, left)
    left -= byteLength(cut)
    kept.set(name, cut)
  }
  return Object.fromEntries(kept)
}

/** Enough of a signature to tell two apart, and too little to use it. */
const shorten = (signatures: string): string =>
  signatures.replaceAll(/(?<=v1[=,])[\w+/=]+/g, (signature) => `${signature.slice(0, signatureCharacters)}…`)

/** With names in lower case, as in the log of what was answered. */
export const lowerCased = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

export const loggedRequestHeaders = (headers: Headers): Headers =>
  Object.fromEntries(
    Object.entries(headers).map(([rawName, value]) => {
      const name = rawName.toLowerCase()
      return [name, name.endsWith("-signature") ? shorten(value) : value]
    })
  )
