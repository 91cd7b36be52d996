/** Routes of pages: what each reads and answers, with the cookies it sets. */
import { Effect, Layer } from "effect"
import { Cookies, type FindMyWay, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { SetCookies } from "../../accounts/sign-in/Sessions.ts"
import type { TooManyAttempts } from "../../accounts/sign-in/SignInThrottle.ts"
import { CurrentVisitor } from "../../accounts/sign-in/Visitor.ts"
import type { PasswordsBusy } from "../../accounts/sign-in/Password.ts"
import { html } from "./Html.ts"
import { busy, tooManyAttempts } from "./Messages.ts"
import { page } from "./Page.ts"
import { makeReadPageRequest, type PageRequest } from "./PageRequest.ts"
import { type Reader, readerOf } from "./Reader.ts"

type Answer<R> = (
  request: PageRequest
) => Effect.Effect<HttpServerResponse.HttpServerResponse, TooManyAttempts | PasswordsBusy, R>

const foreignForm = (reader: Reader) => {
  const { title, text } = reader.texts.foreignForm
  return page({ title, reader, body: html`<p>${text}</p>` }, 403)
}

/** A route whose POST takes only forms of our own pages, and shows a page when there are too many. */
export const pageRoute = <R>(method: "GET" | "POST", path: FindMyWay.PathInput, answer: Answer<R>) =>
  Layer.unwrap(
    Effect.map(makeReadPageRequest, (read) =>
      HttpRouter.add(
        method,
        path,
        read.pipe(
          Effect.flatMap((request) =>
            answer(request).pipe(
              Effect.catchTags({
                TooManyAttempts: (error) => Effect.succeed(tooManyAttempts(request.reader, error)),
                PasswordsBusy: () => Effect.succeed(busy(request.reader))
              }),
              Effect.provideService(CurrentVisitor, request.visitor)
            )
          ),
          Effect.catchTag("ForeignForm", () =>
            Effect.map(HttpServerRequest.HttpServerRequest, (request) => foreignForm(readerOf(request)))
          )
        )
      )
    )
  )

export const withCookies = (
  response: HttpServerResponse.HttpServerResponse,
  setCookies: SetCookies
): HttpServerResponse.HttpServerResponse => HttpServerResponse.mergeCookies(response, Cookies.fromSetCookie(setCookies))

/** After a form: the next page by GET, so that a reload sends nothing again. */
export const seeOther = (path: string, setCookies: SetCookies = []): HttpServerResponse.HttpServerResponse =>
  withCookies(
    HttpServerResponse.empty({ status: 303, headers: { location: path, "referrer-policy": "same-origin" } }),
    setCookies
  )
