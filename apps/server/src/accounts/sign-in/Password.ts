/**
 * Passwords of people as they are stored: their hash, which takes long on purpose. Few are computed at once, and a client
 * has one of them and a few places in the queue. Whoever hangs up leaves the queue.
 */
import { Context, Effect, Schema } from "effect"
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto"
import { availableParallelism } from "node:os"
import { makeConcurrencyLimit } from "../../runtime/ConcurrencyLimit.ts"
import { siteOf } from "../../runtime/Networks.ts"
import type { HashedPassword } from "./AuthCalls.ts"
import { CurrentVisitor } from "./Visitor.ts"

/** Too many passwords wait to be checked; nothing was done. */
export class PasswordsBusy extends Schema.TaggedError<PasswordsBusy>()("PasswordsBusy", {}) {}

export const busyRetrySeconds = 5

/** The cost N of scrypt, a power of two: 16,384 takes some 200 ms and 32 MB. Every hash names its own. */
export const PasswordCost = Context.Reference<number>("@heddle/reference/accounts/sign-in/PasswordCost", {
  defaultValue: () => 2 ** 14
})
const blockSize = 16
const saltBytes = 16
const keyBytes = 64

/** Each takes a core: at most half of them, so that a flood of guesses leaves the others to everybody else. */
const hashesAtOnce = Math.max(1, Math.floor(availableParallelism() / 2))

const hashing = makeConcurrencyLimit(
  { inAll: hashesAtOnce, perKey: 1, waitingInAll: 50, waitingPerKey: 5, maxWait: "10 seconds" },
  () => new PasswordsBusy()
)

/** As Unicode's NFKC, because keyboards write the same password in different ways. */
const keyOf = Effect.fnUntraced(function* (password: string, salt: string, cost: number) {
  const visitor = yield* CurrentVisitor
  const key = Effect.callback<Buffer>((resume) => {
    const limits = { N: cost, r: blockSize, maxmem: 256 * cost * blockSize }
    scrypt(password.normalize("NFKC"), salt, keyBytes, limits, (error, key) =>
      resume(error === null ? Effect.succeed(key) : Effect.die(error))
    )
  })
  // What has begun cannot be stopped, and so keeps its place.
  return yield* hashing.run(visitor === null ? "" : siteOf(visitor.address), Effect.uninterruptible(key))
})

const newSalt = () => randomBytes(saltBytes).toString("hex")

export const hashed = Effect.fnUntraced(function* (password: string) {
  const cost = yield* PasswordCost
  const salt = newSalt()
  const key = yield* keyOf(password, salt, cost)
  return { password, hash: `scrypt:${cost}:${salt}:${key.toString("hex")}` } satisfies HashedPassword
})

/** Takes as long when there is no hash, so that the time tells nothing about who has a password. */
export const matches = Effect.fnUntraced(function* (password: string, hash: string | undefined) {
  const none = `scrypt:${yield* PasswordCost}:${newSalt()}:${"0".repeat(2 * keyBytes)}`
  const [, cost, salt = "", key = ""] = (hash ?? none).split(":")
  return timingSafeEqual(yield* keyOf(password, salt, Number(cost)), Buffer.from(key, "hex")) && hash !== undefined
})
