/** Passwords of people: their length, and their hash, which takes long on purpose. */
import { hashPassword } from "better-auth/crypto"
import { Effect } from "effect"
import type { HashedPassword } from "./AuthCalls.ts"

export const passwordLength = { minimum: 10, maximum: 128 }

/** What is wrong with a new password; undefined when it will do. */
export const passwordProblem = (password: string): string | undefined => {
  const { minimum, maximum } = passwordLength
  if (password.length < minimum) return `Choose a password of at least ${minimum} characters.`
  return password.length > maximum ? `Choose a password of at most ${maximum} characters.` : undefined
}

export const hashed = (password: string): Effect.Effect<HashedPassword> =>
  Effect.map(
    Effect.promise(() => hashPassword(password)),
    (hash) => ({ password, hash })
  )
