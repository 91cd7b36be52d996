/** Creating an account with an address and a password. */
import { Effect, Layer } from "effect"
import { SignInThrottle } from "../../accounts/sign-in/SignInThrottle.ts"
import { passwordLength } from "../../accounts/sign-in/NewPassword.ts"
import { Users } from "../../accounts/sign-in/Users.ts"
import { field, hidden, submit, emailField } from "./Fields.ts"
import { html } from "./Html.ts"
import { checkYourMail, emailProblem, newPasswordProblem, passwordHint } from "./Messages.ts"
import { page } from "./Page.ts"
import type { PageRequest } from "./PageRequest.ts"
import { pageRoute } from "./PageRoutes.ts"
import type { Reader } from "./Reader.ts"
import { withReturnTo } from "./ReturnTo.ts"

interface SignUpForm {
  readonly reader: Reader
  readonly returnTo: string | undefined
  readonly email?: string
  readonly emailError?: string | undefined
  readonly passwordError?: string | undefined
}

const signUpPage = ({ reader, returnTo, email, emailError, passwordError }: SignUpForm) => {
  const { texts } = reader
  const { title, submit: label, haveAccount } = texts.signUp
  const failed = emailError !== undefined || passwordError !== undefined
  return page(
    {
      title,
      reader,
      body: html`<form method="post" action="/sign-up">
          ${[
            returnTo !== undefined && hidden("return_to", returnTo),
            emailField(texts, { value: email, error: emailError, autofocus: !failed || emailError !== undefined }),
            field({
              name: "password",
              label: texts.password,
              type: "password",
              autocomplete: "new-password",
              hint: passwordHint(texts),
              error: passwordError,
              minLength: passwordLength.minimum,
              maxLength: passwordLength.maximum,
              autofocus: failed && emailError === undefined
            }),
            submit(label)
          ]}
        </form>
        <div class="links">
          <p><a href="${withReturnTo("/sign-in", returnTo)}">${haveAccount}</a></p>
        </div>`
    },
    failed ? 400 : 200
  )
}

export const SignUpPages = Layer.unwrap(
  Effect.gen(function* () {
    const throttle = yield* SignInThrottle
    const users = yield* Users

    const signUp = Effect.fnUntraced(function* ({ form, reader, returnTo, visitor }: PageRequest) {
      const { texts } = reader
      const [email, password] = [form.get("email") ?? "", form.get("password") ?? ""]
      const [emailError, passwordError] = [emailProblem(texts, email), newPasswordProblem(texts, password, email)]
      if (emailError !== undefined || passwordError !== undefined) {
        return signUpPage({ reader, returnTo, email, emailError, passwordError })
      }
      yield* throttle.take("mail", visitor, email)
      yield* users.signUp({ email, password, returnTo })
      return checkYourMail(reader, email, returnTo)
    })

    return Layer.mergeAll(
      pageRoute("GET", "/sign-up", ({ reader, returnTo }) => Effect.succeed(signUpPage({ reader, returnTo }))),
      pageRoute("POST", "/sign-up", signUp)
    )
  })
)
