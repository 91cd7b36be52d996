/** Codes look random and never collide: multiplying by an odd number modulo a power of two is a bijection. */
import { hash, purposes } from "./Random.ts"
import { maxPostsPerSlot, type PostId } from "./Slots.ts"

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
const codeBits = 60n
const mask = (1n << codeBits) - 1n
const codePattern = /^D[\w-]{10}$/

const wide = (seed: number, part: number): bigint =>
  (BigInt(hash(seed, purposes.code, part, 0)) << 32n) | BigInt(hash(seed, purposes.code, part, 1))

const factorOf = (seed: number): bigint => wide(seed, 0) | 1n

export const codeOf = (seed: number, { slot, index }: PostId): string => {
  const place = BigInt(slot) * BigInt(maxPostsPerSlot) + BigInt(index)
  let mixed = (place * factorOf(seed) + wide(seed, 1)) & mask
  mixed ^= mixed >> 29n
  let code = "D"
  for (let shift = 0n; shift < codeBits; shift += 6n) code += alphabet[Number((mixed >> shift) & 63n)] ?? ""
  return code
}

/** The modular inverse of an odd number. Newton's method doubles the correct bits in each step: 3, 6, … 96. */
const inverseOf = (odd: bigint): bigint => {
  let inverse = odd
  for (let step = 0; step < 5; step++) inverse = (inverse * (2n - odd * inverse)) & mask
  return inverse
}

/** The id that has this code, whether or not such a post exists; null for an invalid code. */
export const idOf = (seed: number, code: string): PostId | null => {
  if (!codePattern.test(code)) return null
  let mixed = 0n
  for (let shift = 0n; shift < codeBits; shift += 6n) {
    mixed |= BigInt(alphabet.indexOf(code.charAt(1 + Number(shift / 6n)))) << shift
  }
  mixed ^= (mixed >> 29n) ^ (mixed >> 58n)
  const place = ((mixed - wide(seed, 1)) * inverseOf(factorOf(seed))) & mask
  return { slot: Number(place / BigInt(maxPostsPerSlot)), index: Number(place % BigInt(maxPostsPerSlot)) }
}
