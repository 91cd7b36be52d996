/** Signing in with a passkey: the one thing on these pages that needs a script. */
import { Effect, Layer, Option, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { Passkeys } from "../../accounts/sign-in/Passkeys.ts"
import { SignInThrottle } from "../../accounts/sign-in/SignInThrottle.ts"
import { notice } from "./Fields.ts"
import { tooManyAttempts } from "./Messages.ts"
import type { PageRequest } from "./PageRequest.ts"
import { pageRoute, seeOther } from "./PageRoutes.ts"
import { signedInTo } from "./ReturnTo.ts"
import { signInPage } from "./SignInForm.ts"

const Json = Schema.fromJsonString(Schema.Unknown)

/** Answers the form that the script fills in. */
export const withPasskey = (provider: string | undefined) =>
  Effect.fnUntraced(
    function* ({ form, reader, returnTo, visitor }: PageRequest) {
      yield* (yield* SignInThrottle).take("passkey", visitor, "")
      const response = Schema.decodeUnknownOption(Json)(form.get("response"))
      return yield* (yield* Passkeys).signIn(Option.getOrNull(response), visitor).pipe(
        Effect.map((setCookies) => seeOther(signedInTo(returnTo), setCookies)),
        Effect.catchTag("PasskeyRefused", () => {
          const message = notice(reader.texts, "danger", reader.texts.signIn.passkeyRefused)
          return Effect.succeed(signInPage({ reader, returnTo, provider, message }, 400))
        })
      )
    },
    (answer, { reader }) =>
      Effect.catchTag(answer, "TooManyAttempts", (error) => Effect.succeed(tooManyAttempts(reader, error)))
  )

/** What the script asks the browser for. */
export const PasskeyChallenges = Layer.unwrap(
  Effect.gen(function* () {
    const passkeys = yield* Passkeys
    const throttle = yield* SignInThrottle
    return pageRoute("POST", "/sign-in/passkey", ({ reader, visitor }) =>
      throttle.take("passkey", visitor, "").pipe(
        Effect.andThen(passkeys.startSignIn),
        Effect.map((options) =>
          HttpServerResponse.text(JSON.stringify(options), {
            contentType: "application/json",
            headers: { "cache-control": "no-store" }
          })
        ),
        Effect.catchTag("TooManyAttempts", (error) => Effect.succeed(tooManyAttempts(reader, error)))
      )
    )
  })
)
