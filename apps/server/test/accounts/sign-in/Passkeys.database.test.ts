/** Answers that a passkey did not give, or gave to somebody else. */
import { assert } from "@effect/vitest"
import { Effect, Option, Schema } from "effect"
import { TestClock } from "effect/testing"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { Passkeys } from "../../../src/accounts/sign-in/Passkeys.ts"
import { Sessions } from "../../../src/accounts/sign-in/Sessions.ts"
import { Users } from "../../../src/accounts/sign-in/Users.ts"
import { cookieHeader, password, verifiedUser, visitor } from "../../support/SignIn.ts"
import { type Forgery, softwarePasskey } from "../../support/SoftwarePasskey.ts"
import { TestServices } from "../../support/TestServices.ts"

const site = { origin: "http://localhost:4000", rpId: "localhost" }

const Challenge = Schema.Struct({ challenge: Schema.String })
const challengeIn = (options: object) => Schema.decodeUnknownSync(Challenge)(options).challenge

const signedIn = Effect.gen(function* () {
  const sessions = yield* Sessions
  const email = yield* verifiedUser()
  const cookies = yield* sessions.signIn({ email, password }, visitor)
  return Option.getOrThrow(yield* sessions.find(cookieHeader(cookies)))
})

const startedSignIn = Effect.flatMap(Passkeys, ({ startSignIn }) => Effect.map(startSignIn, challengeIn))

const startedRegistration = Effect.fnUntraced(function* (person: Effect.Success<typeof signedIn>) {
  return challengeIn(yield* (yield* Passkeys).start(person))
})

/** Somebody with a passkey whose counter stands at 1. */
const holder = Effect.gen(function* () {
  const person = yield* signedIn
  const passkey = softwarePasskey(site)
  yield* (yield* Passkeys).add(person, "laptop", passkey.register(yield* startedRegistration(person)))
  return { person, passkey }
})

const forgeries: Readonly<Record<string, Forgery>> = {
  "another origin": { origin: "https://evil.example" },
  "an origin on another port": { origin: "http://localhost:4001" },
  "an origin that begins like ours": { origin: "http://localhost:4000.evil.example" },
  "another site's id": { rpId: "evil.example" },
  "the type of a registration": { type: "webauthn.create" },
  "the type of a payment": { type: "payment.get" },
  "nobody there": { flags: 0x04 },
  "somebody whom the device did not check": { flags: 0x01 },
  "a challenge that we did not give": { challenge: Buffer.alloc(32).toString("base64url") },
  "no challenge": { challenge: "" },
  "a signature of nothing": { signature: Buffer.alloc(0) },
  "a signature of noise": { signature: Buffer.alloc(70, 7) },
  "an unknown credential": { credentialId: "AAAAAAAAAAAAAAAAAAAAAA" }
}

const isRefused = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), ({ _tag }) => assert.strictEqual(_tag, "PasskeyRefused"))

onAnyDatabaseWith("Passkeys", { services: TestServices }, (it) => {
  it.effect("sign in whom they belong to, once for each challenge", () =>
    Effect.gen(function* () {
      const { signIn } = yield* Passkeys
      const sessions = yield* Sessions
      const { person, passkey } = yield* holder
      const challenge = yield* startedSignIn
      const answer = passkey.signIn(challenge, 2, { userHandle: person.userId })
      const cookies = yield* signIn(answer, visitor)
      const found = Option.getOrThrow(yield* sessions.find(cookieHeader(cookies)))
      assert.strictEqual(found.userId, person.userId)
      yield* isRefused(signIn(answer, visitor))
      yield* isRefused(signIn(passkey.signIn(challenge, 3), visitor))
      const late = yield* startedSignIn
      yield* TestClock.adjust("5 minutes")
      yield* isRefused(signIn(passkey.signIn(late, 4), visitor))
    })
  )

  it.effect("sign nobody in by a forged answer", () =>
    Effect.gen(function* () {
      const { signIn } = yield* Passkeys
      const { passkey } = yield* holder
      for (const forgery of Object.values(forgeries)) {
        yield* isRefused(signIn(passkey.signIn(yield* startedSignIn, 2, forgery), visitor))
      }
      for (const given of [null, 1, [], {}, { ...passkey.signIn(yield* startedSignIn, 2), type: "password" }]) {
        yield* isRefused(signIn(given, visitor))
      }
      yield* signIn(passkey.signIn(yield* startedSignIn, 2), visitor)
    })
  )

  it.effect("are refused when their counter does not go on: somebody has a copy", () =>
    Effect.gen(function* () {
      const { signIn } = yield* Passkeys
      const { passkey } = yield* holder
      yield* signIn(passkey.signIn(yield* startedSignIn, 9), visitor)
      for (const counter of [9, 8, 1]) {
        yield* isRefused(signIn(passkey.signIn(yield* startedSignIn, counter), visitor))
      }
      yield* signIn(passkey.signIn(yield* startedSignIn, 10), visitor)
    })
  )

  it.effect("prove nothing about another person", () =>
    Effect.gen(function* () {
      const { add, list, signIn, remove } = yield* Passkeys
      const [victim, thief] = [yield* holder, yield* holder]
      // The thief's key under the victim's credential, and under the victim's handle.
      yield* isRefused(
        signIn(thief.passkey.signIn(yield* startedSignIn, 2, { credentialId: victim.passkey.id }), visitor)
      )
      yield* isRefused(
        signIn(thief.passkey.signIn(yield* startedSignIn, 2, { userHandle: victim.person.userId }), visitor)
      )
      // Challenges are for one purpose and one person.
      const theirs = yield* startedRegistration(victim.person)
      yield* isRefused(add(thief.person, "x", softwarePasskey(site).register(theirs)))
      yield* isRefused(signIn(victim.passkey.signIn(yield* startedRegistration(victim.person), 2), visitor))
      yield* isRefused(add(thief.person, "x", softwarePasskey(site).register(yield* startedSignIn)))
      yield* isRefused(add(thief.person, "x", victim.passkey.register(yield* startedRegistration(thief.person))))
      const [kept] = yield* list(victim.person.userId)
      assert.isFalse(yield* remove(thief.person, kept?.id ?? ""))
      assert.lengthOf(yield* list(victim.person.userId), 1)
    })
  )

  it.effect("are not added by a forged answer", () =>
    Effect.gen(function* () {
      const { add, list } = yield* Passkeys
      const person = yield* signedIn
      // A registration has neither signature nor known credential.
      const forged = Object.values(forgeries).filter(
        ({ signature, credentialId }) => signature === undefined && credentialId === undefined
      )
      for (const each of forged) {
        const forgery = each.type === "webauthn.create" ? { type: "webauthn.get" } : each
        const given = softwarePasskey(site).register(yield* startedRegistration(person), {
          ...forgery,
          ...(each.flags === undefined ? {} : { flags: each.flags | 0x40 })
        })
        yield* isRefused(add(person, "x", given))
      }
      assert.lengthOf(yield* list(person.userId), 0)
      assert.isTrue(Option.isSome(yield* (yield* Users).findByEmail(person.email)))
    })
  )
})
