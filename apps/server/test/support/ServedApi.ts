/** Both ports of the product on free local ports, as a caller meets them: real sockets, the routes of `main.ts`. */
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { HttpRouter, HttpServer } from "effect/http"
import { Accounts } from "../../src/accounts/customers/Accounts.ts"
import { ApiKeys } from "../../src/accounts/keys/ApiKeys.ts"
import { Grants } from "../../src/credits/ledger/Grants.ts"
import { newId } from "../../src/runtime/Ids.ts"
import { Settings } from "../../src/runtime/Settings.ts"
import { listener, type ListenerOptions } from "../../src/transport/http/Listener.ts"
import { OperatorRoutes } from "../../src/transport/operator/OperatorRoutes.ts"
import { serve as served } from "../../src/transport/http/Serving.ts"
import { RestRoutes } from "../../src/transport/PublicRoutes.ts"
import { TestServices } from "./TestServices.ts"

/** A listener on a free local port, with limits that only tests of limits meet. */
export const anyPort: ListenerOptions = {
  port: 0,
  host: "127.0.0.1",
  times: { headersMillis: 30_000, requestMillis: 30_000, idleMillis: 60_000, readMillis: 60_000 },
  limits: { name: "public", maxConnections: 10_000, maxConnectionsPerAddress: 0, proxies: [] }
}

const urlOf = ({ address }: HttpServer.HttpServer["Service"]) => HttpServer.formatAddress(address)

/** The address where these routes answer until the scope closes. */
export const serve = <E, R>(app: Parameters<typeof served<E, never, R>>[0]) =>
  Layer.build(served(app).pipe(Layer.provideMerge(listener(anyPort)))).pipe(
    Effect.map((context) => urlOf(Context.get(context, HttpServer.HttpServer)))
  )

/** The operator port as an operator opens it to other machines. */
export const serveOperatorWithToken = (token: string) =>
  serve(
    HttpRouter.toHttpEffect(
      OperatorRoutes.pipe(
        Layer.provide(
          Layer.effect(
            Settings,
            Effect.map(Settings, (settings) => ({ ...settings, operatorToken: Option.some(Redacted.make(token)) }))
          )
        )
      )
    )
  )

export class ServedApi extends Context.Service<ServedApi, { readonly baseUrl: string; readonly operatorUrl: string }>()(
  "@heddle/server/test/support/ServedApi"
) {
  /** Over services of the test's own. */
  static readonly layerNoDeps = Layer.effect(
    ServedApi,
    Effect.gen(function* () {
      return ServedApi.of({
        baseUrl: yield* serve(HttpRouter.toHttpEffect(RestRoutes)),
        operatorUrl: yield* serve(HttpRouter.toHttpEffect(OperatorRoutes))
      })
    })
  )

  static readonly layer = ServedApi.layerNoDeps.pipe(Layer.provideMerge(TestServices))
}

/** An account with what it is given and a key that is called `tests`. */
export const customer = Effect.fnUntraced(function* (grant?: Parameters<Grants["Service"]["give"]>[1]) {
  const accounts = yield* Accounts
  const { id } = yield* accounts.create(`${yield* newId("acct")}@example.com`)
  if (grant !== undefined) yield* (yield* Grants).give(id, grant)
  const { key } = yield* (yield* ApiKeys).create(id, { name: "tests" })
  return { id, key }
})

export interface Call {
  readonly method?: string
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as it is. */
  readonly body?: BodyInit
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The parsed body; an empty object when it is no JSON object. */
  readonly json: Readonly<Record<string, unknown>>
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null

/** The object in a body; an empty one when it is something else. */
export const parse = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** One HTTP call by `fetch`. */
export const send = (url: string, { method = "GET", key, headers, json, body }: Call = {}) =>
  Effect.promise(async (): Promise<Answer> => {
    const sent = json === undefined ? body : JSON.stringify(json)
    const response = await fetch(url, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(json === undefined ? {} : { "content-type": "application/json" }),
        ...headers
      },
      ...(sent === undefined ? {} : { body: sent, duplex: "half" })
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, json: parse(text) }
  })

/** A call to the public port. */
export const call = Effect.fnUntraced(function* (path: string, options?: Call) {
  return yield* send((yield* ServedApi).baseUrl + path, options)
})

/** A call to the operator port. */
export const operate = Effect.fnUntraced(function* (path: string, options?: Call) {
  return yield* send((yield* ServedApi).operatorUrl + path, options)
})

/** Lines of NDJSON through the operator's port. */
export const ingest = (...changes: ReadonlyArray<object>) =>
  operate("/ingest", { method: "POST", body: changes.map((change) => `${JSON.stringify(change)}\n`).join("") })
