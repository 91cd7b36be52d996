/** Signing in through the organisation's OpenID provider: the way there, and the way back. */
import { Context, Effect, Layer, Option, Schema } from "effect"
import type { SetCookies } from "./Sessions.ts"
import type { Visitor } from "./Visitor.ts"
import { Auth } from "./Auth.ts"
import { authPath, AuthRejection, clientAddressHeader } from "./AuthCalls.ts"
import { providerId } from "./OidcProvider.ts"

const providerTimeout = "10 seconds"

/** Where the provider sends people back. */
export const callbackPath = `${authPath}/callback/${providerId}` as const

class WrongIssuer extends Schema.TaggedError<WrongIssuer>()("WrongIssuer", { issuer: Schema.String }) {
  override readonly message = `The document of the OpenID provider names the issuer ${this.issuer}, not HEDDLE_OIDC_ISSUER. Nobody can sign in with it.`
}

const late = () => new Response(null, { status: 302, headers: { location: `${authPath}?error=provider_late` } })

export interface OidcStart {
  readonly url: URL
  readonly setCookies: SetCookies
}

export class OidcSignIn extends Context.Service<
  OidcSignIn,
  {
    /** As people know the provider; undefined without one. */
    readonly providerName: string | undefined
    /** The address of the provider to send a person to; none when the provider does not answer. */
    start(returnTo: string | undefined): Effect.Effect<Option.Option<OidcStart>>
    /** Answers a person who comes back with a redirect and, if all went well, a session. */
    finish(url: URL, headers: Headers, visitor: Visitor): Effect.Effect<Response>
  }
>()("@heddle/server/accounts/users/OidcSignIn") {
  static readonly layer = Layer.effect(
    OidcSignIn,
    Effect.gen(function* () {
      const { oidc, signedAgain } = yield* Auth

      const start = Effect.fn("OidcSignIn.start")(function* (returnTo: string | undefined) {
        if (oidc === undefined) return Option.none<OidcStart>()
        const body = {
          provider: providerId,
          callbackURL: returnTo ?? authPath,
          errorCallbackURL: authPath,
          disableRedirect: true
        }
        const { headers, response } = yield* oidc.call((auth) => auth.api.signInSocial({ body, returnHeaders: true }))
        const { socialProviders } = yield* oidc.call((auth) => auth.$context)
        const issuer = socialProviders.find(({ id }) => id === providerId)?.issuer
        // Its document may not name another: the tokens of that one would count (OpenID Connect Discovery, 4.3).
        if (issuer?.replace(/\/$/, "") !== oidc.issuer) return yield* new WrongIssuer({ issuer: issuer ?? "none" })
        const url = URL.parse(response.url ?? "")
        return url === null ? Option.none() : Option.some({ url, setCookies: headers.getSetCookie() })
      })

      const finish = Effect.fn("OidcSignIn.finish")(function* (url: URL, headers: Headers, visitor: Visitor) {
        if (oidc === undefined) return new Response(null, { status: 404 })
        const own = new Headers({
          cookie: headers.get("cookie") ?? "",
          "user-agent": visitor.userAgent ?? "",
          [clientAddressHeader]: visitor.address
        })
        return yield* oidc
          .call((auth) => auth.handler(new Request(url, { headers: signedAgain.cookies(own) })))
          .pipe(Effect.timeoutOrElse({ duration: providerTimeout, orElse: () => Effect.succeed(late()) }))
      }, Effect.orDie)

      return OidcSignIn.of({
        providerName: oidc?.name,
        start: (returnTo) =>
          start(returnTo).pipe(
            Effect.timeoutOrElse({
              duration: providerTimeout,
              orElse: () => Effect.fail(new AuthRejection(`no answer within ${providerTimeout}`))
            }),
            Effect.catchTags({
              AuthRejection: ({ cause }) =>
                Effect.as(Effect.logWarning("The OpenID provider does not respond", cause), Option.none()),
              WrongIssuer: (error) => Effect.as(Effect.logError(error.message), Option.none())
            })
          ),
        finish
      })
    })
  )
}
