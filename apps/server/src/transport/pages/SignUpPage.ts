/** Creating an account with an address and a password. */
import { Effect, Layer } from "effect"
import { SignInThrottle } from "../../accounts/sessions/SignInThrottle.ts"
import { passwordLength, passwordProblem } from "../../accounts/users/Password.ts"
import { Users } from "../../accounts/users/Users.ts"
import { field, hidden, submit, emailField } from "./Fields.ts"
import { html } from "./Html.ts"
import { checkYourMail, emailProblem, passwordHint, tooManyAttempts } from "./Messages.ts"
import { page } from "./Page.ts"
import type { PageRequest } from "./PageRequest.ts"
import { pageRoute } from "./PageRoutes.ts"
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
            emailField({ value: email, error: emailError, autofocus: !failed || emailError !== undefined }),
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

export const SignUpPages = Layer.unwrap(
  Effect.gen(function* () {
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

    return Layer.mergeAll(
      pageRoute("GET", "/sign-up", ({ returnTo }) => Effect.succeed(signUpPage({ returnTo }))),
      pageRoute("POST", "/sign-up", signUp)
    )
  })
)
