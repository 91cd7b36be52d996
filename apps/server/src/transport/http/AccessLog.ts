/** Logs each request of the public port, if the operator wants that. Without the query, which has keywords and tokens of links. */
import type { AccountId } from "@heddle/api"
import { Clock, Effect } from "effect"
import { HttpServerRequest, type HttpServerResponse } from "effect/http"
import { Settings } from "../../runtime/Settings.ts"
import type { ObservedRequest } from "./RequestSpans.ts"

/** By the request as Node has it: the framework makes several of one. */
const accounts = new WeakMap<object, AccountId>()

const logged = <E, R>({ request, method, route, respond }: ObservedRequest<E, R>) =>
  Effect.flatMap(Clock.currentTimeMillis, (startedAt) =>
    Effect.tap(
      respond,
      Effect.fnUntraced(function* ({ status, headers }) {
        const account = accounts.get(request.source)
        yield* Effect.annotateLogs(Effect.logInfo("Request"), {
          method,
          route,
          status,
          millis: (yield* Clock.currentTimeMillis) - startedAt,
          requestId: headers["x-request-id"],
          ...(account === undefined ? {} : { account })
        })
      })
    )
  )

export const makeLogged = Effect.map(
  Settings,
  ({ accessLog }) =>
    <E, R>(request: ObservedRequest<E, R>): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R> =>
      accessLog ? logged(request) : request.respond
)

/** Tells the log whose request this is. */
export const makeNoteAccount = Effect.map(
  Settings,
  ({ accessLog }) =>
    (accountId: AccountId): Effect.Effect<void, never, HttpServerRequest.HttpServerRequest> =>
      accessLog
        ? Effect.map(HttpServerRequest.HttpServerRequest, ({ source }) => void accounts.set(source, accountId))
        : Effect.void
)
