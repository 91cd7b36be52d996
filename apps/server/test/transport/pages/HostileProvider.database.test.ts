/** What an OpenID provider, or somebody between it and us, could answer to get into the account of another person. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { hostileLogin, type Lies } from "../../support/HostileLogin.ts"
import { browser, type Visited } from "../../support/PageVisits.ts"
import { ServedApi } from "../../support/ServedApi.ts"
import { freshEmail, verifiedUser } from "../../support/SignIn.ts"
import { testServicesWith } from "../../support/TestServices.ts"

const baseUrl = "https://heddle.example"
const own = { origin: baseUrl }
const sessionCookie = "__Host-heddle.session_token"
const hour = 3_600

const target = ({ text }: Visited): string =>
  (/http-equiv="refresh" content="0; url=([^"]+)"/.exec(text)?.[1] ?? "").replaceAll("&amp;", "&")

const seconds = Math.floor(Date.now() / 1_000)

/** None of these signs anybody in. */
const refused: Readonly<Record<string, Lies>> = {
  "another issuer (mix-up)": { claims: { iss: "https://accounts.example" } },
  "an issuer that only begins like ours": { claims: { iss: "http://127.0.0.1" } },
  "no issuer": { claims: { iss: undefined } },
  "the token of another client": { claims: { aud: "another" } },
  "no client": { claims: { aud: undefined } },
  "another nonce": { claims: { nonce: "another" } },
  "no nonce": { claims: { nonce: undefined } },
  "a nonce that is a list": { claims: { nonce: ["a", "b"] } },
  "an expired token": { claims: { iat: seconds - 2 * hour, exp: seconds - hour } },
  "a token that never ends": { claims: { exp: undefined } },
  "a token of the future": { claims: { nbf: seconds + hour } },
  "no signature": { algorithm: "none" },
  "a signature with our public key as a secret": { algorithm: "HS256" },
  "a signature with another key": { algorithm: "other key" },
  "no subject": { claims: { sub: undefined } },
  "an address that is not verified": { claims: { email_verified: false } },
  "an address of which nothing is said": { claims: { email_verified: undefined } },
  "an address that is verified in another type": { claims: { email_verified: 1 } },
  "an address that is a list": { claims: { email: ["a@example.com"] } },
  "an address that is an object": { claims: { email: { toString: "a@example.com" } } },
  "an address that is none": { claims: { email: "nobody" } },
  "an address with other letters": { claims: { email: "é@example.com" } },
  "an address with a NUL": { claims: { email: "a\u0000@example.com" } },
  "a token that is no token": { tokens: { id_token: "x.y.z" } },
  "a token that is a number": { tokens: { id_token: 1 } },
  "a profile of another subject": { claims: { email: undefined }, userInfo: { sub: "another" } }
}

onAnyDatabase("A hostile provider", (_name, database) => {
  layer(database, { excludeTestServices: true })((it) => {
    /** What a person meets who comes back from the provider, and the cookies of their browser. */
    const meeting = Effect.fnUntraced(function* (
      login: Effect.Success<ReturnType<typeof hostileLogin>>,
      lies: Lies,
      email: string
    ) {
      const { get, post, cookies } = yield* browser
      login.lie({})
      const left = yield* post("/sign-in", { with: "provider" }, own)
      login.lie(lies)
      const answer = yield* get(login.back(target(left), email, Date.now()))
      return { answer, isSignedIn: cookies.has(sessionCookie), get }
    })

    const served = Effect.fnUntraced(function* (lies: Lies = {}) {
      const login = yield* hostileLogin("heddle")
      login.lie(lies)
      const services = yield* Layer.build(
        ServedApi.layerNoDeps.pipe(
          Layer.provideMerge(
            testServicesWith({
              HEDDLE_BASE_URL: baseUrl,
              HEDDLE_OIDC_ISSUER: login.issuer,
              HEDDLE_OIDC_CLIENT_ID: "heddle",
              HEDDLE_OIDC_CLIENT_SECRET: "secret"
            })
          )
        )
      )
      return { login, services }
    })

    it.effect("signs nobody in by an answer that is not about them", () =>
      Effect.gen(function* () {
        const { login, services } = yield* served()
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const email = yield* verifiedUser()
          const users = sql<{ count: number }>`SELECT count(*)::int AS count FROM users`
          const before = yield* users
          for (const [lie, lies] of Object.entries(refused)) {
            const { answer, isSignedIn, get } = yield* meeting(login, lies, email)
            assert.isFalse(isSignedIn, lie)
            assert.strictEqual(answer.status, 303, lie)
            assert.match(answer.location ?? "", /^\/sign-in\?.*error=/, lie)
            const shown = yield* get(answer.location ?? "")
            assert.include(shown.text, 'role="alert"', lie)
          }
          assert.deepStrictEqual(yield* users, before)
          assert.isTrue((yield* meeting(login, {}, email)).isSignedIn)
        }).pipe(Effect.provideContext(services))
      }).pipe(Effect.scoped)
    )

    const lying: Readonly<Record<string, Lies>> = {
      "names another issuer": { discovery: { issuer: "https://accounts.example" } },
      "names no issuer": { discovery: { issuer: undefined } },
      "has keys in no place": { discovery: { jwks_uri: "nowhere:" } },
      "lets tokens be unsigned": { discovery: { id_token_signing_alg_values_supported: ["none"] } },
      "sends elsewhere": {
        answer: {
          "/.well-known/openid-configuration": (_request, response) => {
            response.writeHead(302, { location: "http://localhost:9/inside" }).end()
            return true
          }
        }
      }
    }

    it.effect("is not used when its own document is wrong", () =>
      Effect.gen(function* () {
        for (const [lie, lies] of Object.entries(lying)) {
          const { login, services } = yield* served(lies)
          yield* Effect.gen(function* () {
            const { get, post, cookies } = yield* browser
            const left = yield* post("/sign-in", { with: "provider" }, own)
            if (left.status === 200) yield* get(login.back(target(left), yield* freshEmail, Date.now()))
            else assert.strictEqual(left.status, 503, lie)
            assert.isFalse(cookies.has(sessionCookie), lie)
            assert.isFalse(login.paths.includes("/inside"))
          }).pipe(Effect.provideContext(services))
        }
      }).pipe(Effect.scoped)
    )
  })
})
