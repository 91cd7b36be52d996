/** Passwords of people: their length, and their hash, which takes long on purpose. */
import { hashPassword, verifyPassword } from "better-auth/crypto"
import { Effect, Semaphore } from "effect"
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

/** Hashes at the same time: each takes a thread that other work of the process waits for, and 32 MB. */
const hashesAtOnce = 2
const permits = Semaphore.makeUnsafe(hashesAtOnce)

const limited = <A>(work: () => Promise<A>) => permits.withPermits(1)(Effect.promise(work))

export const hashed = (password: string): Effect.Effect<HashedPassword> =>
  Effect.map(
    limited(() => hashPassword(password)),
    (hash) => ({ password, hash })
  )

export const matches = (password: string, hash: string): Effect.Effect<boolean> =>
  limited(() => verifyPassword({ password, hash }))
