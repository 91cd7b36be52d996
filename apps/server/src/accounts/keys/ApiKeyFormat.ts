/**
 * The format of an API key: `hdl_`, 32 random base62 characters, and their CRC-32 in 6 base62 characters, so that
 * scanners and clients can detect a typo offline (decisions, "Keys, accounts, plans").
 */
import { hash, randomInt } from "node:crypto"
import { crc32 } from "node:zlib"

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const prefix = "hdl_"
const randomLength = 32
const checksumLength = 6
const format = /^hdl_[0-9A-Za-z]{38}$/

const checksum = (text: string): string => {
  let rest = crc32(text)
  let digits = ""
  for (let i = 0; i < checksumLength; i++) {
    digits = alphabet.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

export const generateKey = (): string => {
  const random = Array.from({ length: randomLength }, () => alphabet.charAt(randomInt(alphabet.length))).join("")
  return prefix + random + checksum(prefix + random)
}

/** Whether a string can be a key. For clients and scanners: the server answers a typo like an unknown key, and as late. */
export const isWellFormedKey = (key: string): boolean =>
  format.test(key) && checksum(key.slice(0, -checksumLength)) === key.slice(-checksumLength)

/** The hash stored instead of the key. With 190 bits of randomness it need not be slow. */
export const hashKey = (key: string): Uint8Array => hash("sha256", key, "buffer")

/** The parts of a key that are shown after its creation. */
export const describeKey = (key: string) => ({ prefix: key.slice(0, prefix.length + 4), lastFour: key.slice(-4) })
