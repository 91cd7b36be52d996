/** Calls of better-auth, which the first of them loads: most processes need neither it nor its 250 modules. */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { makeTrials } from "../../credits/ledger/Trials.ts"
import { Secrets } from "../../runtime/Secrets.ts"
import { Settings } from "../../runtime/Settings.ts"
import { Accounts } from "../customers/Accounts.ts"
import { callAuth } from "./AuthCalls.ts"
import type { Parts } from "./BetterAuth.ts"
import { issuerOf, oidcProvider } from "./OidcProvider.ts"
import { makeSignedAgain } from "./SignedAgain.ts"
import { makeUserMails } from "./UserMails.ts"

const library = Effect.promise(() => import("./BetterAuth.ts"))

/** Makes what is called with the first call, whose interruption does not count. */
const calling = <Made>(make: Effect.Effect<Made>) =>
  Effect.map(
    Effect.cached(Effect.uninterruptible(make)),
    (made) =>
      <A>(ask: (auth: Made) => Promise<A>, call?: Parameters<typeof callAuth>[1]) =>
        Effect.flatMap(made, (auth) => callAuth(() => ask(auth), call))
  )

const makeCalls = Effect.gen(function* () {
  const signInSecrets = (yield* Secrets).keysFor("sign-in")
  const parts: Parts = {
    settings: yield* Settings,
    secret: signInSecrets[0],
    sql: yield* SqlClient.SqlClient,
    accounts: yield* Accounts,
    mails: yield* makeUserMails,
    trials: yield* makeTrials
  }
  const provider = yield* oidcProvider
  return {
    /** What a request brings that better-auth has signed. */
    signedAgain: makeSignedAgain(signInSecrets),
    call: yield* calling(Effect.map(library, ({ makeAuth }) => makeAuth(parts))),
    oidc:
      provider === undefined
        ? undefined
        : {
            name: provider.name,
            issuer: issuerOf(provider),
            call: yield* calling(Effect.map(library, ({ makeOidcAuth }) => makeOidcAuth(parts, provider)))
          }
  }
})

export class Auth extends Context.Service<Auth, Effect.Success<typeof makeCalls>>()(
  "@heddle/server/accounts/users/Auth"
) {
  static readonly layer = Layer.effect(Auth, makeCalls)
}
