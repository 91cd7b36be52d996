/** Signing in through an organisation's OpenID provider, against a real one, on a service that people reach by https. */
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { Accounts } from "../../../src/accounts/customers/Accounts.ts"
import { Sessions } from "../../../src/accounts/sign-in/Sessions.ts"
import { Users } from "../../../src/accounts/sign-in/Users.ts"
import { type Browser, browser, type Visited } from "../../support/PageVisits.ts"
import { type OrganisationLogin, organisationLogin } from "../../support/OrganisationLogin.ts"
import { ServedApi } from "../../support/ServedApi.ts"
import { freshEmail, password, verifiedUser } from "../../support/SignIn.ts"
import { testServicesWith } from "../../support/TestServices.ts"

const baseUrl = "https://heddle.example"
const own = { origin: baseUrl }
const client = { id: "heddle", secret: "secret of the tests", redirectUri: `${baseUrl}/sign-in/callback/oidc` }
const sessionCookie = "__Host-heddle.session_token"

/** The address of the person in this browser. */
const signedInAs = Effect.fnUntraced(function* ({ cookies }: Browser) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  const person = yield* (yield* Sessions).find(new Headers({ cookie }))
  return Option.match(person, { onNone: () => null, onSome: ({ email }) => email })
})

/** Follows a person through the provider, which keeps a cookie of its own. */
const throughProvider = (start: string) =>
  Effect.promise(async () => {
    const cookies = new Map<string, string>()
    let url = start
    for (;;) {
      const response = await fetch(url, {
        redirect: "manual",
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") }
      })
      for (const cookie of response.headers.getSetCookie()) {
        const [name = "", value = ""] = (cookie.split(";", 1)[0] ?? "").split("=")
        cookies.set(name, value)
      }
      url = new URL(response.headers.get("location") ?? "/no-redirect", url).href
      if (url.startsWith(baseUrl) || url.endsWith("/no-redirect")) return url
    }
  })

/** The address that the page sends the browser to. */
const target = ({ text }: Visited): string =>
  (/http-equiv="refresh" content="0; url=([^"]+)"/.exec(text)?.[1] ?? "").replaceAll("&amp;", "&")

const signInThroughProvider = Effect.fnUntraced(function* ({ get, post }: Browser, returnTo?: string) {
  const left = yield* post(
    "/sign-in",
    { with: "provider", ...(returnTo === undefined ? {} : { return_to: returnTo }) },
    own
  )
  const back = yield* throughProvider(target(left))
  return { left, back, answer: yield* get(back.slice(baseUrl.length)) }
})

onAnyDatabase("Sign-in through a provider", (_name, database) => {
  layer(database)((it) => {
    const served = Effect.gen(function* () {
      const login = yield* organisationLogin(client)
      const services = yield* Layer.build(
        ServedApi.layerNoDeps.pipe(
          Layer.provideMerge(
            testServicesWith({
              HEDDLE_BASE_URL: baseUrl,
              HEDDLE_OIDC_ISSUER: login.issuer,
              HEDDLE_OIDC_CLIENT_ID: client.id,
              HEDDLE_OIDC_CLIENT_SECRET: client.secret,
              HEDDLE_OIDC_NAME: "Acme"
            })
          )
        )
      )
      return { login, services }
    })
    const scenario = <A, E>(
      name: string,
      run: (
        login: OrganisationLogin
      ) => Effect.Effect<A, E, ServedApi | Sessions | Users | Accounts | SqlClient.SqlClient>
    ) =>
      it.effect(name, () =>
        Effect.gen(function* () {
          const { login, services } = yield* served
          yield* Effect.provideContext(run(login), services)
        })
      )

    scenario("makes a user with an account, and finds both again", ({ signInAs }) =>
      Effect.gen(function* () {
        const email = yield* freshEmail
        signInAs(email, { email, emailVerified: true })
        const first = yield* browser
        assert.include((yield* first.get("/sign-in")).text, "Sign in with Acme")
        const { left, answer } = yield* signInThroughProvider(first, "/portal/connections")
        assert.strictEqual(left.status, 200)
        assert.deepStrictEqual([answer.status, answer.location], [303, "/portal/connections"])
        const cookie = answer.headers.getSetCookie().find((text) => text.startsWith(sessionCookie)) ?? ""
        for (const attribute of ["Secure", "HttpOnly", "SameSite=Lax", "Path=/"]) assert.include(cookie, attribute)
        assert.strictEqual(yield* signedInAs(first), email)
        const user = yield* (yield* Users).findByEmail(email)
        const second = yield* browser
        yield* signInThroughProvider(second)
        assert.strictEqual(yield* signedInAs(second), email)
        assert.deepStrictEqual(yield* (yield* Users).findByEmail(email), user)
        assert.isNotNull(Option.getOrUndefined(user)?.accountId)
      })
    )

    scenario("links the account with the address, and a user who has proven it", ({ signInAs }) =>
      Effect.gen(function* () {
        const [email, other] = [yield* freshEmail, yield* verifiedUser()]
        const { id } = yield* (yield* Accounts).create(email)
        signInAs(email, { email, emailVerified: true })
        yield* signInThroughProvider(yield* browser)
        assert.strictEqual(Option.getOrUndefined(yield* (yield* Users).findByEmail(email))?.accountId, id)
        signInAs(other, { email: other, emailVerified: true })
        const opened = yield* browser
        yield* signInThroughProvider(opened)
        assert.strictEqual(yield* signedInAs(opened), other)
        assert.strictEqual((yield* opened.post("/sign-in", { email: other, password }, own)).status, 303)
      })
    )

    scenario("refuses an address that the provider has not verified", ({ signInAs }) =>
      Effect.gen(function* () {
        const opened = yield* browser
        for (const email of [yield* freshEmail, yield* verifiedUser()]) {
          signInAs(`unproven ${email}`, { email, emailVerified: false })
          const { answer } = yield* signInThroughProvider(opened)
          assert.match(answer.location ?? "", /^\/sign-in\?.*error=/)
          assert.include((yield* opened.get(answer.location ?? "")).text, 'role="alert"')
          assert.isFalse(opened.cookies.has(sessionCookie))
        }
      })
    )

    scenario("lets the owner of an address in whom somebody else signed up", ({ signInAs }) =>
      Effect.gen(function* () {
        const email = yield* freshEmail
        yield* (yield* Users).signUp({ email, password: "of somebody else" })
        signInAs(email, { email, emailVerified: true })
        const opened = yield* browser
        yield* signInThroughProvider(opened)
        assert.strictEqual(yield* signedInAs(opened), email)
        assert.strictEqual((yield* opened.post("/sign-in", { email, password: "of somebody else" }, own)).status, 400)
      })
    )

    scenario("keeps no token of the provider, and takes no answer that nobody asked for", ({ signInAs }) =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const email = yield* freshEmail
        signInAs(email, { email, emailVerified: true })
        const opened = yield* browser
        const { back } = yield* signInThroughProvider(opened)
        const stranger = yield* browser
        const replayed = yield* stranger.get(back.slice(baseUrl.length))
        assert.match(replayed.location ?? "", /^\/sign-in/)
        assert.isFalse(stranger.cookies.has(sessionCookie))
        const rows = yield* sql`SELECT * FROM user_credentials WHERE provider_id = 'oidc'`
        assert.deepStrictEqual(
          Object.keys(rows[0] ?? {}).filter((name) => /token|scope/i.test(name)),
          []
        )
      })
    )
  })
})
