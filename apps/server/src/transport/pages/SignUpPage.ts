/** Creating an account, and proving the address by the link in a mail and the password. */
import { Effect, Layer, Schema } from "effect"
import { Sessions } from "../../accounts/sessions/Sessions.ts"
import { SignInThrottle } from "../../accounts/sessions/SignInThrottle.ts"
import { passwordLength, passwordProblem } from "../../accounts/users/Password.ts"
import { Users } from "../../accounts/users/Users.ts"
import { field, hidden, notice, submit } from "./Fields.ts"
import { html } from "./Html.ts"
import { emailProblem, mailHint, passwordHint, tooManyAttempts, whose } from "./Messages.ts"
import { page } from "./Page.ts"
import type { PageRequest } from "./PageRequest.ts"
import { pageRoute, seeOther } from "./PageRoutes.ts"
import { withReturnTo } from "./ReturnTo.ts"

interface SignUpForm {
  readonly returnTo: string | undefined
  readonly email?: string
  readonly emailError?: string | undefined
  readonly passwordError?: string | undefined
}

const signUpPage = ({ returnTo, email, emailError, passwordError }: SignUpForm) => {
  const failed = emailError !== undefined || passwordError !== undefined
  return page(
    {
      title: "Create an account",
      body: html`<form method="post" action="/sign-up">
          ${[
            returnTo !== undefined && hidden("return_to", returnTo),
            field({
              name: "email",
              label: "E-mail address",
              type: "email",
              autocomplete: "username",
              value: email,
              error: emailError,
              maxLength: 254,
              autofocus: !failed || emailError !== undefined
            }),
            field({
              name: "password",
              label: "Password",
              type: "password",
              autocomplete: "new-password",
              hint: passwordHint,
              error: passwordError,
              minLength: passwordLength.minimum,
              maxLength: passwordLength.maximum,
              autofocus: failed && emailError === undefined
            }),
            submit("Create account")
          ]}
        </form>
        <div class="links">
          <p><a href="${withReturnTo("/sign-in", returnTo)}">I have an account</a></p>
        </div>`
    },
    failed ? 400 : 200
  )
}

const checkYourMail = (email: string, returnTo: string | undefined) =>
  page({
    title: "Check your mail",
    body: html`<p>We sent a mail to <b>${email}</b>. Open the link in it to go on.</p>
      <p class="muted">${mailHint}</p>
      <form method="post" action="/verify-email">
        ${[
          hidden("send", "again"),
          hidden("email", email),
          returnTo !== undefined && hidden("return_to", returnTo),
          submit("Send the mail again", "secondary")
        ]}
      </form>`
  })

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
    body: html`${notice("danger", "It was used already, it is older than 24 hours, or part of it is missing.")}
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

export const SignUpPages = Layer.unwrap(
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const throttle = yield* SignInThrottle
    const users = yield* Users

    const signUp = Effect.fnUntraced(
      function* ({ form, returnTo, visitor }: PageRequest) {
        const [email, password] = [form.get("email") ?? "", form.get("password") ?? ""]
        const [emailError, passwordError] = [emailProblem(email), passwordProblem(password)]
        if (emailError !== undefined || passwordError !== undefined) {
          return signUpPage({ returnTo, email, emailError, passwordError })
        }
        yield* throttle.take("mail", visitor, email)
        yield* users.signUp({ email, password, returnTo })
        return checkYourMail(email, returnTo)
      },
      Effect.catchTag("TooManyAttempts", (error) => Effect.succeed(tooManyAttempts(error)))
    )

    const sendAgain = Effect.fnUntraced(function* ({ form, returnTo, visitor }: PageRequest) {
      const email = form.get("email") ?? ""
      yield* throttle.take("mail", visitor, email)
      if (emailProblem(email) === undefined) yield* users.sendVerification({ email, returnTo })
      return checkYourMail(email, returnTo)
    })

    /** Asks for the password, because whoever chose it need not be the one who opens the link. */
    const confirm = Effect.fnUntraced(function* ({ form, returnTo, visitor }: PageRequest) {
      const [token, password] = [form.get("token") ?? "", form.get("password") ?? ""]
      const email = emailIn(token)
      yield* throttle.take("password", visitor, email)
      const signIn = sessions.signIn({ email, password }, visitor)
      const wrong = verifyPage({ token, returnTo, error: "This is not the password you chose. Try again." })
      return yield* signIn.pipe(
        Effect.catchTag("EmailNotVerified", () => Effect.andThen(users.verify(token), signIn)),
        Effect.map((setCookies) => seeOther(returnTo ?? "/sign-in", setCookies)),
        Effect.catchTags({
          WrongPassword: () => Effect.succeed(wrong),
          EmailNotVerified: () => Effect.succeed(badLink),
          BadLink: () => Effect.succeed(badLink),
          AccountHasUser: () => Effect.succeed(accountHasUser)
        })
      )
    })

    return Layer.mergeAll(
      pageRoute("GET", "/sign-up", ({ returnTo }) => Effect.succeed(signUpPage({ returnTo }))),
      pageRoute("POST", "/sign-up", signUp),
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
