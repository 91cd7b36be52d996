/** Passwords of people: their length, and their hash, which takes long on purpose. */
import { Context, Effect, Semaphore } from "effect"
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto"
import type { HashedPassword } from "./AuthCalls.ts"

export const passwordLength = { minimum: 10, maximum: 128 }

/** What is wrong with a new password, in words that name its limit; undefined when it will do. */
export const passwordProblem = (
  password: string,
  words = {
    shortPassword: (minimum: number) => `Choose a password of at least ${minimum} characters.`,
    longPassword: (maximum: number) => `Choose a password of at most ${maximum} characters.`
  }
): string | undefined => {
  const { minimum, maximum } = passwordLength
  if (password.length < minimum) return words.shortPassword(minimum)
  return password.length > maximum ? words.longPassword(maximum) : undefined
}

/** The cost N of scrypt, a power of two: 16,384 takes some 200 ms and 32 MB. Every hash names its own. */
export const PasswordCost = Context.Reference<number>("@heddle/server/accounts/sign-in/PasswordCost", {
  defaultValue: () => 2 ** 14
})
const blockSize = 16
const saltBytes = 16
const keyBytes = 64

/** Hashes at the same time: each takes a thread that other work of the process waits for. */
const hashesAtOnce = 2
const permits = Semaphore.makeUnsafe(hashesAtOnce)

/** As Unicode's NFKC, because keyboards write the same password in different ways. */
const keyOf = (password: string, salt: string, cost: number) =>
  permits.withPermits(1)(
    Effect.callback<Buffer>((resume) => {
      const limits = { N: cost, r: blockSize, maxmem: 256 * cost * blockSize }
      scrypt(password.normalize("NFKC"), salt, keyBytes, limits, (error, key) =>
        resume(error === null ? Effect.succeed(key) : Effect.die(error))
      )
    })
  )

export const hashed = Effect.fnUntraced(function* (password: string) {
  const cost = yield* PasswordCost
  const salt = randomBytes(saltBytes).toString("hex")
  const key = yield* keyOf(password, salt, cost)
  return { password, hash: `scrypt:${cost}:${salt}:${key.toString("hex")}` } satisfies HashedPassword
})

export const matches = Effect.fnUntraced(function* (password: string, hash: string) {
  const [, cost, salt = "", key = ""] = hash.split(":")
  return timingSafeEqual(yield* keyOf(password, salt, Number(cost)), Buffer.from(key, "hex"))
})
