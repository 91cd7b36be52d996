/** Proving an address by the link in a mail and the password, and sending the mail again. */
import { Effect, Layer, Schema } from "effect"
import { Sessions } from "../../accounts/sessions/Sessions.ts"
import { SignInThrottle } from "../../accounts/sessions/SignInThrottle.ts"
import { Users } from "../../accounts/users/Users.ts"
import { codePage } from "./CodePage.ts"
import { field, hidden, notice, submit } from "./Fields.ts"
import { html } from "./Html.ts"
import { checkYourMail, emailProblem, tooManyAttempts, whose } from "./Messages.ts"
import { page } from "./Page.ts"
import type { PageRequest } from "./PageRequest.ts"
import { pageRoute, seeOther } from "./PageRoutes.ts"
import { signedInTo, withReturnTo } from "./ReturnTo.ts"

const Claims = Schema.fromJsonString(Schema.Struct({ email: Schema.String }))

/** The address that a link was sent to, to show it. The link itself is checked when it is used. */
const emailIn = (token: string): string => {
  const claims = Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8")
  const decoded = Schema.decodeUnknownOption(Claims)(claims)
  return decoded._tag === "Some" ? decoded.value.email : ""
}

interface VerifyForm {
  readonly token: string
  readonly returnTo: string | undefined
  readonly error?: string
}

const verifyPage = ({ token, returnTo, error }: VerifyForm) =>
  page(
    {
      title: "Confirm your address",
      body: html`<p>Enter the password you chose when you created the account.</p>
        <form method="post" action="/verify-email">
          ${[
            hidden("token", token),
            returnTo !== undefined && hidden("return_to", returnTo),
            whose(emailIn(token)),
            field({
              name: "password",
              label: "Password",
              type: "password",
              autocomplete: "current-password",
              error,
              autofocus: true
            }),
            submit("Confirm and sign in")
          ]}
        </form>
        <div class="links">
          <p><a href="${withReturnTo("/forgot-password", returnTo)}">Forgot your password?</a></p>
        </div>`
    },
    error === undefined ? 200 : 400
  )

const badLink = page(
  {
    title: "This link no longer works",
    body: html`${notice("danger", "The link was already used, is older than 24 hours, or is incomplete.")}
      <p>If you have confirmed your address, <a href="/sign-in">sign in</a>. If not, sign in for a new link.</p>`
  },
  400
)

const accountHasUser = page(
  {
    title: "This account has another user",
    body: html`<p>
      The account with your address belongs to somebody who signs in with another address. Sign in with that address, or
      ask the operator of this service.
    </p>`
  },
  409
)

export const VerifyPages = Layer.unwrap(
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const throttle = yield* SignInThrottle
    const users = yield* Users

    const sendAgain = Effect.fnUntraced(function* ({ form, returnTo, visitor }: PageRequest) {
      const email = form.get("email") ?? ""
      yield* throttle.take("mail", visitor, email)
      if (emailProblem(email) === undefined) yield* users.sendVerification({ email, returnTo })
      return checkYourMail(email, returnTo)
    })

    /** Asks for the password, because the person who opens the link may not be the one who chose it. */
    const confirm = Effect.fnUntraced(function* ({ form, returnTo, visitor }: PageRequest) {
      const [token, password] = [form.get("token") ?? "", form.get("password") ?? ""]
      const email = emailIn(token)
      yield* throttle.take("password", visitor, email)
      const signIn = sessions.signIn({ email, password }, visitor)
      const wrong = verifyPage({ token, returnTo, error: "This is not the password you chose. Try again." })
      return yield* signIn.pipe(
        Effect.catchTag("EmailNotVerified", () => Effect.andThen(users.verify(token), signIn)),
        Effect.map((setCookies) => seeOther(signedInTo(returnTo), setCookies)),
        Effect.catchTags({
          CodeNeeded: ({ ticket }) => Effect.succeed(codePage({ ticket, returnTo })),
          WrongPassword: () => Effect.succeed(wrong),
          EmailNotVerified: () => Effect.succeed(badLink),
          BadLink: () => Effect.succeed(badLink),
          AccountHasUser: () => Effect.succeed(accountHasUser)
        })
      )
    })

    return Layer.mergeAll(
      pageRoute("GET", "/verify-email", ({ query, returnTo }) => {
        const token = query.get("token") ?? ""
        return Effect.succeed(emailIn(token) === "" ? badLink : verifyPage({ token, returnTo }))
      }),
      pageRoute("POST", "/verify-email", (request) =>
        (request.form.get("send") === "again" ? sendAgain(request) : confirm(request)).pipe(
          Effect.catchTag("TooManyAttempts", (error) => Effect.succeed(tooManyAttempts(error)))
        )
      )
    )
  })
)
