/**
 * Passkeys (WebAuthn) of people: registering one and signing in with it, over SimpleWebAuthn. better-auth's plugin keeps
 * a challenge in a cookie that its own routes set, and we serve none of them. Owns `user_passkeys`. A passkey asks for a
 * fingerprint or the like, so that no one-time code is asked for.
 */
import { Context, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import type { UserId } from "../../runtime/Ids.ts"
import { publicUrl, Settings } from "../../runtime/Settings.ts"
import { now } from "../../runtime/Time.ts"
import { audit } from "../audit/AuditLog.ts"
import { Sessions, type SetCookies, type SignedIn } from "./Sessions.ts"
import type { Visitor } from "./Visitor.ts"
import { Assertion, challengeIn, makePasskeyRows, type PasskeyRow, Registration } from "./PasskeyRows.ts"

/** Loaded when a passkey first needs it: its 280 modules would delay every start of the server. */
const webAuthn = () => import("@simplewebauthn/server")

export const maxPasskeys = 20
const signInHolder = "sign-in"

/** The answer of the browser does not prove what it should. */
export class PasskeyRefused extends Schema.TaggedError<PasskeyRefused>()("PasskeyRefused", {}) {
  override readonly message =
    "The passkey was not accepted. It responded too late, is already registered, or belongs to another site. Try again."
}
export class TooManyPasskeys extends Schema.TaggedError<TooManyPasskeys>()("TooManyPasskeys", {}) {
  override readonly message = `You have ${maxPasskeys} passkeys, which is the limit; delete one first.`
}

export type Passkey = Pick<PasskeyRow, "id" | "name" | "createdAt" | "lastUsedAt">

export class Passkeys extends Context.Service<
  Passkeys,
  {
    list(userId: UserId): Effect.Effect<ReadonlyArray<Passkey>>
    /** Options of `navigator.credentials.create`, as JSON. */
    start(person: SignedIn): Effect.Effect<object, TooManyPasskeys>
    add(person: SignedIn, name: string, response: unknown): Effect.Effect<void, PasskeyRefused>
    /** Returns whether the person had it. */
    remove(person: SignedIn, id: string): Effect.Effect<boolean>
    /** Options of `navigator.credentials.get`, as JSON. */
    readonly startSignIn: Effect.Effect<object>
    signIn(response: unknown, visitor: Visitor): Effect.Effect<SetCookies, PasskeyRefused>
  }
>()("@heddle/server/accounts/passkeys/Passkeys") {
  static readonly layer = Layer.effect(
    Passkeys,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const sessions = yield* Sessions
      const rows = makePasskeyRows(sql)
      const { origin, hostname: rpID } = namedOrigin(publicUrl(yield* Settings))
      const expected = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true }

      const list = Effect.fn("Passkeys.list")(rows.of, Effect.orDie)

      const start = Effect.fn("Passkeys.start")(function* ({ userId, email }: SignedIn) {
        const known = yield* Effect.orDie(rows.of(userId))
        if (known.length >= maxPasskeys) return yield* new TooManyPasskeys()
        const { generateRegistrationOptions } = yield* Effect.promise(webAuthn)
        const options = yield* Effect.promise(() =>
          generateRegistrationOptions({
            rpName: "Heddle",
            rpID,
            userName: email,
            userID: new TextEncoder().encode(userId),
            attestationType: "none",
            excludeCredentials: known.map(({ credentialId, transports }) => ({
              id: credentialId,
              transports: [...transports]
            })),
            authenticatorSelection: { residentKey: "required", userVerification: "required" }
          })
        )
        yield* Effect.orDie(rows.keepChallenge(options.challenge, userId))
        return options
      })

      /** The challenge of the response, which no other response can answer again. */
      const taken = Effect.fnUntraced(function* (clientDataJSON: string, holder: string) {
        const claimed = challengeIn(clientDataJSON)
        if (Option.isNone(claimed)) return yield* new PasskeyRefused()
        const { challenge } = claimed.value
        const isOurs = yield* Effect.orDie(rows.takeChallenge(challenge, holder))
        return isOurs ? challenge : yield* new PasskeyRefused()
      })

      const decoded = <A, I>(schema: Schema.Codec<A, I>, response: unknown) =>
        Effect.mapError(Schema.decodeUnknownEffect(schema)(response), () => new PasskeyRefused())

      const refusing = <A>(check: () => Promise<A>) =>
        Effect.tryPromise({ try: check, catch: () => new PasskeyRefused() })

      const add = Effect.fn("Passkeys.add")(function* (person: SignedIn, name: string, given: unknown) {
        const response = yield* decoded(Registration, given)
        const { userId, accountId } = person
        const expectedChallenge = yield* taken(response.response.clientDataJSON, userId)
        const { verifyRegistrationResponse } = yield* Effect.promise(webAuthn)
        const { registrationInfo } = yield* refusing(() =>
          verifyRegistrationResponse({ response, expectedChallenge, ...expected })
        )
        if (registrationInfo === undefined) return yield* new PasskeyRefused()
        const { id: credentialId, publicKey, counter } = registrationInfo.credential
        const transports = response.response.transports ?? []
        yield* Effect.gen(function* () {
          if (Option.isSome(yield* rows.withCredential(credentialId))) return yield* new PasskeyRefused()
          const id = yield* rows.insert({ userId, name, credentialId, publicKey, counter, transports })
          yield* audit(sql, accountId, "passkey.added", { target: id, details: { name } })
        }).pipe((effect) => atomically(sql, effect))
      })

      const remove = Effect.fn("Passkeys.remove")(
        function* ({ userId, accountId }: SignedIn, id: string) {
          const name = yield* rows.remove(userId, id)
          if (name !== undefined) yield* audit(sql, accountId, "passkey.removed", { target: id, details: { name } })
          return name !== undefined
        },
        (effect) => atomically(sql, effect)
      )

      const startSignIn = Effect.gen(function* () {
        const { generateAuthenticationOptions } = yield* Effect.promise(webAuthn)
        const options = yield* Effect.promise(() =>
          generateAuthenticationOptions({ rpID, userVerification: "required" })
        )
        yield* Effect.orDie(rows.keepChallenge(options.challenge, signInHolder))
        return options
      }).pipe(Effect.withSpan("Passkeys.startSignIn"))

      const proven = Effect.fnUntraced(
        function* (response: typeof Assertion.Type, expectedChallenge: string, visitor: Visitor) {
          const found = yield* rows.withCredential(response.id)
          if (Option.isNone(found)) return yield* new PasskeyRefused()
          const { id, userId, credentialId, publicKey, counter, transports } = found.value
          const { userHandle, ...assertion } = response.response
          if (userHandle && Buffer.from(userHandle, "base64url").toString("utf8") !== userId)
            return yield* new PasskeyRefused()
          const { verifyAuthenticationResponse } = yield* Effect.promise(webAuthn)
          const { verified, authenticationInfo } = yield* refusing(() =>
            verifyAuthenticationResponse({
              response: { ...response, response: { ...assertion, ...(userHandle ? { userHandle } : {}) } },
              expectedChallenge,
              ...expected,
              credential: {
                id: credentialId,
                publicKey: new Uint8Array(publicKey),
                counter,
                transports: [...transports]
              }
            })
          )
          if (!verified) return yield* new PasskeyRefused()
          yield* rows.used(id, authenticationInfo.newCounter, yield* now)
          return yield* sessions.begin(userId, visitor)
        },
        // Not to be interrupted, because better-auth would continue to send statements after its end.
        (effect) => Effect.uninterruptible(atomically(sql, effect))
      )

      const signIn = Effect.fn("Passkeys.signIn")(function* (given: unknown, visitor: Visitor) {
        const response = yield* decoded(Assertion, given)
        const challenge = yield* taken(response.response.clientDataJSON, signInHolder)
        return yield* proven(response, challenge, visitor)
      })

      return Passkeys.of({ list, start, add, remove, startSignIn, signIn })
    })
  )
}

/** WebAuthn knows no addresses of digits: on this machine, people open the pages at `localhost`. */
const namedOrigin = (url: string): URL => {
  const named = new URL(url)
  if (/^(?:127\.[\d.]+|\[::1\]|0\.0\.0\.0)$/.test(named.hostname)) named.hostname = "localhost"
  return named
}
