/**
 * Calls oidc-provider without a connection. It wants Node's request and response, and would write the answer itself, past
 * the conventions of our responses. So it gets a request made from plain values, and its answer is taken before it is
 * written. The request always has the issuer's scheme and host: no header of a client or a proxy can change the addresses
 * that the provider makes.
 */
import { IncomingMessage, ServerResponse } from "node:http"
import { Socket } from "node:net"
import type Provider from "oidc-provider"
import { calledFrom } from "./Caller.ts"
import { TooManyFetches } from "./DocumentFetch.ts"
import { paths } from "./Protocol.ts"

export interface ProviderRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
  /** Of the client. */
  readonly address: string
}

export interface ProviderAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly cookies: ReadonlyArray<string>
  readonly body: string
  /** What went wrong on our side; the body says only that something did. */
  readonly failure: unknown
}

const later = (
  status: number,
  error: string,
  error_description: string,
  retryAfterSeconds: number
): ProviderAnswer => ({
  status,
  headers: {
    "content-type": "application/json",
    "cache-control": "no-store",
    "retry-after": String(retryAfterSeconds)
  },
  cookies: [],
  body: JSON.stringify({ error, error_description }),
  failure: undefined
})

/** Clients keep their tokens, and their registration. */
export const unavailable = later(
  503,
  "temporarily_unavailable",
  "the service is temporarily unavailable; try again later",
  5
)

export const tooMany = (description: string, retryAfterSeconds: number): ProviderAnswer =>
  later(429, "too_many_requests", description, retryAfterSeconds)

/** What the provider may see of a request. */
const passedHeaders = ["accept", "authorization", "content-type", "cookie", "origin"] as const

/** The session cookie is never passed in either direction; see `Adapter.ts`. */
const withoutSession = (cookies: string): string =>
  cookies
    .split(/;\s*/)
    .filter((cookie) => !/^_session(\.sig)?=/.test(cookie))
    .join("; ")

class Request extends IncomingMessage {
  override _read(): void {
    // All of it is there from the start.
  }
}

export const toNode = (issuer: URL, { method, url, headers, body }: Omit<ProviderRequest, "address">) => {
  const request = new Request(new Socket())
  const basePath = issuer.pathname.replace(/\/$/, "")
  for (const name of passedHeaders) {
    const value = headers[name]
    if (value !== undefined) request.headers[name] = name === "cookie" ? withoutSession(value) : value
  }
  Object.assign(request.headers, {
    host: issuer.host,
    "x-forwarded-proto": issuer.protocol.slice(0, -1),
    ...(body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) })
  })
  // `originalUrl` tells the provider below which path it is.
  Object.assign(request, { method, url, originalUrl: basePath + url, httpVersion: "1.1", httpVersionMajor: 1 })
  if (body !== "") request.push(body)
  request.push(null)
  request.complete = true
  return { request, response: new ServerResponse(request) }
}

const isText = (value: unknown): value is string => typeof value === "string"

const bodyText = (body: unknown): string => {
  if (isText(body)) return body
  return body === undefined || body === null ? "" : JSON.stringify(body)
}

/** Returns a function that answers a request; it never fails. */
export const makeBridge = (provider: Provider, issuer: URL) => {
  const answers = new WeakMap<IncomingMessage, ProviderAnswer>()
  const failures = new WeakMap<IncomingMessage, unknown>()
  const broken = (failure: unknown): ProviderAnswer => ({
    status: 500,
    headers: { "content-type": "application/json" },
    cookies: [],
    body: JSON.stringify({ error: "server_error" }),
    failure
  })
  /** The provider would blame the client for a document that was not fetched because of others. */
  const busy = new WeakSet<IncomingMessage>()
  const noteBusy = (ctx: { readonly req: IncomingMessage }, { cause }: Error) => {
    if (cause instanceof TooManyFetches) busy.add(ctx.req)
  }
  provider.on("authorization.error", noteBusy)
  provider.on("grant.error", noteBusy)
  provider.on("revocation.error", noteBusy)
  provider.proxy = true
  provider.on("server_error", (ctx, error) => failures.set(ctx.req, error))
  provider.use(async (ctx, next) => {
    // Koa writes nothing, neither an answer nor to the console.
    ctx.respond = false
    try {
      await next()
    } catch (error) {
      failures.set(ctx.req, error)
      return
    }
    if (busy.has(ctx.req)) {
      answers.set(ctx.req, unavailable)
      return
    }
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(ctx.response.headers)) {
      if (isText(value)) headers[name] = value
    }
    const cookies = [ctx.response.headers["set-cookie"] ?? []]
      .flat()
      .filter((cookie) => !cookie.startsWith("_session"))
      // The decision is made at one address, which answers the request as well.
      .map((cookie) => cookie.replace(`${paths.authorization}/`, `${paths.consent}/`))
    const isRedirect = ctx.status >= 300 && ctx.status < 400
    const body = isRedirect ? "" : bodyText(ctx.body)
    answers.set(ctx.req, { status: ctx.status, headers, cookies, body, failure: failures.get(ctx.req) })
  })
  const callback = provider.callback()

  return async (asked: ProviderRequest): Promise<ProviderAnswer> => {
    const { request, response } = toNode(issuer, asked)
    try {
      await calledFrom(asked.address, () => callback(request, response))
    } catch (error) {
      return broken(error)
    }
    return answers.get(request) ?? broken(failures.get(request))
  }
}
