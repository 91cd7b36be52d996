/** Time-based one-time codes (RFC 6238): SHA-1, 6 digits, 30 seconds, as every authenticator app makes them. Pure. */
import { createHmac, timingSafeEqual } from "node:crypto"

export const secretBytes = 20
const digits = 6
const periodMillis = 30_000
/** Periods before and after the present one whose codes count, for clocks that are off. */
const tolerance = 1

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** RFC 4648, without padding: the form in which apps take a secret. */
export const base32 = (bytes: Uint8Array): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("")
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, "0"), 2)] ?? "").join("")
}

export const stepAt = (millis: number): number => Math.floor(millis / periodMillis)

export const codeAt = (secret: Uint8Array, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac("sha1", secret).update(counter).digest()
  const value = mac.readUInt32BE((mac[mac.length - 1] ?? 0) & 0x0f) & 0x7fffffff
  return String(value % 10 ** digits).padStart(digits, "0")
}

const same = (a: string, b: string): boolean => {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The period whose code this is, of those that count now; undefined when it is none of them. */
export const stepOf = (secret: Uint8Array, code: string, millis: number): number | undefined => {
  const present = stepAt(millis)
  const steps = Array.from({ length: 2 * tolerance + 1 }, (_, index) => present - tolerance + index)
  return steps.find((step) => step >= 0 && same(codeAt(secret, step), code))
}

/** What an app reads from a QR code. */
export const otpauthUri = (email: string, secret: Uint8Array): string => {
  const query = new URLSearchParams({
    secret: base32(secret),
    issuer: "Heddle",
    algorithm: "SHA1",
    digits: String(digits),
    period: String(periodMillis / 1_000)
  })
  return `otpauth://totp/${encodeURIComponent(`Heddle:${email}`)}?${query.toString()}`
}
