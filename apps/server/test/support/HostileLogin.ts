/** An OpenID provider that answers what a test wants, right by default: for what no honest provider would answer. */
import { Effect } from "effect"
import { createHmac, generateKeyPairSync, sign } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

type Json = Readonly<Record<string, unknown>>

/** What is otherwise than at an honest provider. */
export interface Lies {
  readonly discovery?: Json
  readonly claims?: Json
  readonly algorithm?: "RS256" | "none" | "HS256" | "other key"
  /** In place of the answer with the tokens. */
  readonly tokens?: Json
  readonly userInfo?: Json
  /** Before an answer at this path; one that never ends stands for a provider that hangs. */
  readonly answer?: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => boolean>>
}

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

const keys = generateKeyPairSync("rsa", { modulusLength: 2048 })
const others = generateKeyPairSync("rsa", { modulusLength: 2048 })

const signatureOf = (text: string, algorithm: Lies["algorithm"]): string => {
  switch (algorithm) {
    case "none":
      return ""
    case "HS256":
      return createHmac("sha256", keys.publicKey.export({ type: "spki", format: "pem" }))
        .update(text)
        .digest("base64url")
    default: {
      const { privateKey } = algorithm === "other key" ? others : keys
      return sign("sha256", Buffer.from(text), privateKey).toString("base64url")
    }
  }
}

export const hostileLogin = Effect.fnUntraced(function* (clientId: string) {
  let lies: Lies = {}
  let claims: Json = {}
  const paths: Array<string> = []
  const server = createServer()
  const issuer = yield* Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<string>((resolve) => {
          server.listen(0, "127.0.0.1", () => {
            const address = server.address()
            resolve(typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : "")
          })
        })
    ),
    () => Effect.sync(() => server.close().closeAllConnections())
  )

  const idToken = () => {
    const algorithm = lies.algorithm ?? "RS256"
    const header = { alg: algorithm === "other key" ? "RS256" : algorithm, kid: "key", typ: "JWT" }
    const text = `${encoded(header)}.${encoded({ ...claims, ...lies.claims })}`
    return `${text}.${signatureOf(text, algorithm)}`
  }

  const bodies: Readonly<Record<string, () => Json>> = {
    "/.well-known/openid-configuration": () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ["RS256"],
      ...lies.discovery
    }),
    "/jwks": () => ({ keys: [{ ...keys.publicKey.export({ format: "jwk" }), kid: "key", alg: "RS256", use: "sig" }] }),
    "/token": () => ({
      access_token: "access",
      token_type: "Bearer",
      expires_in: 60,
      ...(lies.tokens ?? { id_token: idToken() })
    }),
    "/userinfo": () => ({ ...claims, ...lies.userInfo })
  }

  server.on("request", (request, response) => {
    const path = request.url?.split("?")[0] ?? ""
    paths.push(path)
    if (lies.answer?.[path]?.(request, response) === true) return
    const body = bodies[path]
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "application/json" })
    response.end(JSON.stringify(body?.() ?? {}))
  })

  return {
    issuer,
    /** What was asked for. */
    paths,
    lie: (next: Lies) => {
      lies = next
    },
    /** Somebody signs in, who was sent to this address: with which the callback answers. */
    back: (authorization: string, email: string, now: number): string => {
      const query = new URL(authorization).searchParams
      claims = {
        iss: issuer,
        sub: `subject of ${email}`,
        aud: clientId,
        iat: Math.floor(now / 1_000),
        exp: Math.floor(now / 1_000) + 300,
        nonce: query.get("nonce"),
        email,
        email_verified: true,
        name: "Ann"
      }
      return `/sign-in/callback/oidc?${new URLSearchParams({ code: "code", state: query.get("state") ?? "" }).toString()}`
    }
  }
})
