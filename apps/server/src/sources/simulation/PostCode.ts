/** Codes look random and never collide: place and code are one-to-one, as multiplying by an odd number is. */
import { hash, purposes } from "./Random.ts"
import { maxPostsPerSlot, type PostId } from "./Slots.ts"

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
const codeBits = 60n
const mask = (1n << codeBits) - 1n

const wide = (seed: number, part: number): bigint =>
  (BigInt(hash(seed, purposes.code, part, 0)) << 32n) | BigInt(hash(seed, purposes.code, part, 1))

export const codeOf = (seed: number, { slot, index }: PostId): string => {
  const place = BigInt(slot) * BigInt(maxPostsPerSlot) + BigInt(index)
  let mixed = (place * (wide(seed, 0) | 1n) + wide(seed, 1)) & mask
  mixed ^= mixed >> 29n
  let code = "D"
  for (let shift = 0n; shift < codeBits; shift += 6n) code += alphabet[Number((mixed >> shift) & 63n)] ?? ""
  return code
}
