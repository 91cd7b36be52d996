/** Proving an address by the link in a mail and the password, and sending the mail again. */
import { Effect, Layer, Schema } from "effect"
import { Sessions } from "../../accounts/sign-in/Sessions.ts"
import { SignInThrottle } from "../../accounts/sign-in/SignInThrottle.ts"
import { Users } from "../../accounts/sign-in/Users.ts"
import { codePage } from "./CodePage.ts"
import { field, hidden, notice, submit } from "./Fields.ts"
import { html } from "./Html.ts"
import { badLink, checkYourMail, emailProblem, whose } from "./Messages.ts"
import { page } from "./Page.ts"
import type { PageRequest } from "./PageRequest.ts"
import { pageRoute, seeOther } from "./PageRoutes.ts"
import type { Reader } from "./Reader.ts"
import { signedInTo, withReturnTo } from "./ReturnTo.ts"

const Claims = Schema.fromJsonString(Schema.Struct({ email: Schema.String }))

/** The address that a link was sent to, to show it. The link itself is checked when it is used. */
const emailIn = (token: string): string => {
  const claims = Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8")
  const decoded = Schema.decodeUnknownOption(Claims)(claims)
  return decoded._tag === "Some" ? decoded.value.email : ""
}

interface VerifyForm {
  readonly reader: Reader
  readonly token: string
  readonly returnTo: string | undefined
  readonly error?: string
}

const verifyPage = ({ reader, token, returnTo, error }: VerifyForm) => {
  const { texts } = reader
  const { title, text, submit: label } = texts.verify
  return page(
    {
      title,
      reader,
      body: html`<p>${text}</p>
        <form method="post" action="/verify-email">
          ${[
            hidden("token", token),
            returnTo !== undefined && hidden("return_to", returnTo),
            whose(texts, emailIn(token)),
            field({
              name: "password",
              label: texts.password,
              type: "password",
              autocomplete: "current-password",
              error,
              autofocus: true
            }),
            submit(label)
          ]}
        </form>
        <div class="links">
          <p><a href="${withReturnTo("/forgot-password", returnTo)}">${texts.signIn.forgotPassword}</a></p>
        </div>`
    },
    error === undefined ? 200 : 400
  )
}

/** The page that asks for the email has no field for the address, so this is no typing error. */
const badAddress = (reader: Reader, problem: string) =>
  page({ title: reader.texts.checkMail.title, reader, body: notice(reader.texts, "danger", problem) }, 400)

const goneLink = (reader: Reader) => badLink(reader, reader.texts.usedLink, reader.texts.verify.newLink)

const accountHasUser = (reader: Reader) => {
  const { otherUser, otherUserText } = reader.texts.verify
  return page({ title: otherUser, reader, body: html`<p>${otherUserText}</p>` }, 409)
}

export const VerifyPages = Layer.unwrap(
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const throttle = yield* SignInThrottle
    const users = yield* Users

    const sendAgain = Effect.fnUntraced(function* ({ form, reader, returnTo, visitor }: PageRequest) {
      const email = form.get("email") ?? ""
      const problem = emailProblem(reader.texts, email)
      if (problem !== undefined) return badAddress(reader, problem)
      yield* throttle.take("mail", visitor, email)
      yield* users.sendVerification({ email, returnTo })
      return checkYourMail(reader, email, returnTo)
    })

    /** Asks for the password, because the person who opens the link may not be the one who chose it. */
    const confirm = Effect.fnUntraced(function* ({ form, reader, returnTo, visitor }: PageRequest) {
      const [token, password] = [form.get("token") ?? "", form.get("password") ?? ""]
      const email = emailIn(token)
      yield* throttle.take("password", visitor, email)
      const signIn = sessions.signIn({ email, password }, visitor)
      const wrong = verifyPage({ reader, token, returnTo, error: reader.texts.verify.wrongPassword })
      return yield* signIn.pipe(
        Effect.catchTag("EmailNotVerified", () => Effect.andThen(users.verify(token), signIn)),
        Effect.map((setCookies) => seeOther(signedInTo(returnTo), setCookies)),
        Effect.catchTags({
          CodeNeeded: ({ ticket }) => Effect.succeed(codePage({ reader, ticket, returnTo })),
          WrongPassword: () => Effect.succeed(wrong),
          EmailNotVerified: () => Effect.succeed(goneLink(reader)),
          BadLink: () => Effect.succeed(goneLink(reader)),
          AccountHasUser: () => Effect.succeed(accountHasUser(reader))
        })
      )
    })

    return Layer.mergeAll(
      pageRoute("GET", "/verify-email", ({ query, reader, returnTo }) => {
        const token = query.get("token") ?? ""
        return Effect.succeed(emailIn(token) === "" ? goneLink(reader) : verifyPage({ reader, token, returnTo }))
      }),
      pageRoute("POST", "/verify-email", (request) =>
        request.form.get("send") === "again" ? sendAgain(request) : confirm(request)
      )
    )
  })
)
