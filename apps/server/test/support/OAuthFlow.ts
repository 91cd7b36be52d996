/** Applications and browsers that use the authorization server over real HTTP, as if a TLS proxy stood before it. */
import { assert } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import type { SqlClient } from "effect/sql"
import { createHash, randomBytes } from "node:crypto"
import { Sessions, type SignedIn } from "../../src/accounts/sign-in/Sessions.ts"
import type { Users } from "../../src/accounts/sign-in/Users.ts"
import { type Answer, call, type Call, ServedApi } from "./ServedApi.ts"
import { cookieHeader, password, verifiedUser, visitor } from "./SignIn.ts"
import { testServicesWith } from "./TestServices.ts"

export const issuer = "https://heddle.test"
export const resource = `${issuer}/mcp`

/** Everything over a test database, served under the issuer's name. */
export const OAuthApi = ServedApi.layerNoDeps.pipe(
  Layer.provideMerge(testServicesWith({ HEDDLE_BASE_URL: `${issuer}/` }))
)

export const postForm = (path: string, form: Readonly<Record<string, string>>, headers: Call["headers"] = {}) =>
  call(path, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(form).toString()
  })

/** The metadata of an application on the person's device, which most are. */
export const deviceClient = { client_name: "Test client", redirect_uris: ["http://127.0.0.1/callback"] }
export const deviceRedirect = "http://127.0.0.1:49567/callback"

export const register = (metadata: object = deviceClient) =>
  call("/oauth/register", { method: "POST", json: { token_endpoint_auth_method: "none", ...metadata } })

export const registered = Effect.fnUntraced(function* (metadata?: object) {
  const answer = yield* register(metadata)
  assert.strictEqual(answer.status, 201, answer.text)
  return String(answer.json["client_id"])
})

export interface Page extends Answer {
  /** Empty when it is no redirect. */
  readonly location: string
}

/** Keeps cookies by name and path, as browsers do. */
export class Browser {
  readonly cookies = new Map<string, { readonly path: string; readonly pair: string }>()

  keep(setCookies: ReadonlyArray<string>): void {
    for (const cookie of setCookies) {
      const [pair = "", ...attributes] = cookie.split(";").map((part) => part.trim())
      const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? "/"
      const key = `${pair.split("=", 1)[0]} ${path}`
      const isGone =
        pair.endsWith("=") || attributes.some((attribute) => /^(max-age=0|expires=.*1970)/i.test(attribute))
      if (isGone) this.cookies.delete(key)
      else this.cookies.set(key, { path, pair })
    }
  }

  headerFor(path: string): string {
    return [...this.cookies.values()]
      .filter((cookie) => path.startsWith(cookie.path))
      .map(({ pair }) => pair)
      .join("; ")
  }

  /** One request; redirects are not followed. */
  go(path: string, { method = "GET", headers = {}, body }: Call = {}): Effect.Effect<Page, never, ServedApi> {
    return Effect.flatMap(ServedApi, ({ baseUrl }) =>
      Effect.promise(async (): Promise<Page> => {
        const response = await fetch(baseUrl + path, {
          method,
          redirect: "manual",
          headers: { cookie: this.headerFor(path), ...headers },
          ...(body === undefined ? {} : { body })
        })
        this.keep(response.headers.getSetCookie())
        const location = response.headers.get("location") ?? ""
        return { status: response.status, headers: response.headers, text: await response.text(), json: {}, location }
      })
    )
  }

  submit(
    path: string,
    form: Readonly<Record<string, string>>,
    headers: Call["headers"] = {}
  ): Effect.Effect<Page, never, ServedApi> {
    return this.go(path, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: issuer, ...headers },
      body: new URLSearchParams(form).toString()
    })
  }
}

export interface Visit {
  readonly browser: Browser
  readonly person: SignedIn
}

/** Somebody with an account of their own, signed in with this browser. */
export const signedInBrowser = (
  browser = new Browser()
): Effect.Effect<Visit, never, Sessions | Users | SqlClient.SqlClient> =>
  Effect.gen(function* () {
    const sessions = yield* Sessions
    const email = yield* verifiedUser()
    const setCookies = yield* sessions.signIn({ email, password }, visitor)
    browser.keep(setCookies)
    const person = Option.getOrThrow(yield* sessions.find(cookieHeader(setCookies)))
    return { browser, person }
  }).pipe(Effect.orDie)

export interface Request {
  readonly path: string
  readonly verifier: string
  readonly clientId: string
  readonly redirectUri: string
}

/** The request that an application has the browser open. Parameters that are undefined are left out. */
export const authorizationRequest = (
  clientId: string,
  changes: Readonly<Record<string, string | undefined>> = {}
): Request => {
  const verifier = randomBytes(32).toString("base64url")
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: deviceRedirect,
    scope: "mcp",
    state: "the state",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    resource,
    ...changes
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) query.set(name, value)
  const redirectUri = parameters.redirect_uri ?? deviceRedirect
  return { path: `/oauth/authorize?${query}`, verifier, clientId, redirectUri }
}

/** Where the page sends the browser. */
export const destinationOf = ({ text }: Answer): URL => {
  const href = /<a class="button" href="([^"]*)"/.exec(text)?.[1] ?? ""
  return new URL(href.replaceAll("&amp;", "&"))
}

export const formToken = ({ text }: Answer): string => /name="token" value="([^"]*)"/.exec(text)?.[1] ?? ""

const pathOf = (url: string): string => url.slice(new URL(url, issuer).origin.length * Number(/^https?:/.test(url)))

/** From the request to the page that asks. */
export const consentPage = Effect.fnUntraced(function* (browser: Browser, request: Request) {
  const entered = yield* browser.go(request.path)
  assert.strictEqual(entered.status, 303, entered.text)
  const path = pathOf(entered.location)
  const page = yield* browser.go(path)
  return { path, page }
})

/** From the request to the address that the browser is sent to after the decision. */
export const decide = Effect.fnUntraced(function* (browser: Browser, request: Request, decision: "allow" | "deny") {
  const { path, page } = yield* consentPage(browser, request)
  assert.strictEqual(page.status, 200, page.text)
  const answer = yield* browser.submit(path, { token: formToken(page), decision })
  assert.strictEqual(answer.status, 200, answer.text)
  return destinationOf(answer)
})

export const exchange = (
  request: Request,
  code: string,
  changes: Readonly<Record<string, string>> = {},
  headers: Call["headers"] = {}
) =>
  postForm(
    "/oauth/token",
    {
      grant_type: "authorization_code",
      client_id: request.clientId,
      redirect_uri: request.redirectUri,
      code_verifier: request.verifier,
      code,
      ...changes
    },
    headers
  )

export const refresh = (clientId: string, refreshToken: string, changes: Readonly<Record<string, string>> = {}) =>
  postForm("/oauth/token", {
    grant_type: "refresh_token",
    client_id: clientId,
    refresh_token: refreshToken,
    ...changes
  })

export interface Tokens {
  readonly access: string
  readonly refresh: string
}

export const tokensOf = (answer: Answer): Tokens => {
  assert.strictEqual(answer.status, 200, answer.text)
  return { access: String(answer.json["access_token"]), refresh: String(answer.json["refresh_token"]) }
}

/** An application that a new person has just connected. */
export const connected = Effect.fnUntraced(function* (changes?: Readonly<Record<string, string | undefined>>) {
  const clientId = yield* registered()
  const { browser, person } = yield* signedInBrowser()
  const request = authorizationRequest(clientId, changes)
  const destination = yield* decide(browser, request, "allow")
  const code = destination.searchParams.get("code") ?? ""
  const tokens = tokensOf(yield* exchange(request, code))
  return { browser, person, clientId, request, code, tokens }
})
