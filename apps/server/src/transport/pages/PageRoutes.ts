/** Routes of pages: what each reads and answers, with the cookies it sets. */
import { problemTable, type TooManyRunningCalls } from "@heddle/api"
import { Effect, Layer, Option, type Scope } from "effect"
import { Cookies, type FindMyWay, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { SetCookies, SignedIn } from "../../accounts/sign-in/Sessions.ts"
import type { TooManyAttempts } from "../../accounts/sign-in/SignInThrottle.ts"
import type { PasswordsBusy } from "../../accounts/sign-in/Password.ts"
import { CurrentVisitor } from "../../accounts/sign-in/Visitor.ts"
import { retryAfterOf, type TooManyCalls } from "../../operations/metering/Call.ts"
import { html } from "./Html.ts"
import { busy, tooManyAttempts } from "./Messages.ts"
import { page } from "./Page.ts"
import { PageAccess } from "./PageAccess.ts"
import { makeReadPageRequest, type PageRequest } from "./PageRequest.ts"
import { type Reader, readerOf } from "./Reader.ts"

type Response = HttpServerResponse.HttpServerResponse
type Refusal = TooManyAttempts | PasswordsBusy | TooManyCalls | TooManyRunningCalls
type Answer<R> = (request: PageRequest) => Effect.Effect<Response, Refusal, R>

const tooManyRequests = (reader: Reader, error: TooManyCalls | TooManyRunningCalls) => {
  const { title, detail } = reader.texts.refusals["429"] ?? {
    title: problemTable[error.code].title,
    detail: error.detail
  }
  const refusal = page({ title, reader, body: html`<p>${detail}</p>` }, 429)
  return HttpServerResponse.setHeader(refusal, "retry-after", String(retryAfterOf(error) ?? 1))
}

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
                PasswordsBusy: () => Effect.succeed(busy(request.reader)),
                RateLimited: (error) => Effect.succeed(tooManyRequests(request.reader, error)),
                TooManyRunningCalls: (error) => Effect.succeed(tooManyRequests(request.reader, error))
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

/** A route for people who are signed in. It counts as one call of their account, from its start to its last byte. */
export const signedInRoute = <R>(
  method: "GET" | "POST",
  path: FindMyWay.PathInput,
  answer: (request: PageRequest, person: SignedIn) => Effect.Effect<Response, Refusal, R>,
  signInFirst: (request: PageRequest) => Effect.Effect<Response, never, R>
) =>
  Layer.unwrap(
    Effect.map(PageAccess, (access) =>
      pageRoute(
        method,
        path,
        Effect.fnUntraced(function* (request): Effect.fn.Return<Response, Refusal, R | Scope.Scope> {
          const person = yield* access.find(request.headers)
          if (Option.isNone(person)) return yield* signInFirst(request)
          yield* access.enter(person.value.accountId)
          return yield* answer(request, person.value)
        })
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
