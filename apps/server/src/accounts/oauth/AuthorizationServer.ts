/** The authorization server for applications (OAuth 2.1), without the HTTP around it: oidc-provider over our database. */
import { Context, Effect, Layer, type Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { generateKeyPair } from "node:crypto"
import { promisify } from "node:util"
import { clientOf, siteOf } from "../../runtime/Networks.ts"
import { makeConcurrencyLimit } from "../../runtime/ConcurrencyLimit.ts"
import { Digests } from "../../runtime/Digests.ts"
import { Secrets } from "../../runtime/Secrets.ts"
import { Settings } from "../../runtime/Settings.ts"
import { makeStoredKeys } from "../../runtime/StoredKeys.ts"
import { now } from "../../runtime/Time.ts"
import type { SignedIn } from "../sign-in/Sessions.ts"
import { callerAddress } from "./Caller.ts"
import { makeClientRows } from "./ClientRows.ts"
import { makeConnectionRows } from "./ConnectionRows.ts"
import type { Asked, Decided, TooManyConnections, UnknownRequest } from "./Consent.ts"
import { makeDocumentFetch } from "./DocumentFetch.ts"
import { issuerOf, paths, resourceOf, resourcesOf, scope, toleratedScopes } from "./Protocol.ts"
import { type ProviderAnswer, type ProviderRequest, tooMany, unavailable } from "./ProviderBridge.ts"
import { makeRecordRows } from "./RecordRows.ts"

const modulusLength = 2_048
const generate = promisify(generateKeyPair)

const Text = Schema.NonEmptyString
const Jwk = Schema.Struct({
  kty: Schema.Literal("RSA"),
  n: Text,
  e: Text,
  d: Text,
  p: Text,
  q: Text,
  dp: Text,
  dq: Text,
  qi: Text
})
const JwkJson = Schema.fromJsonString(Jwk)

/** For ID tokens. */
const makeSigningKey = Effect.map(
  Effect.promise(() => generate("rsa", { modulusLength })),
  ({ privateKey }) => JSON.stringify(privateKey.export({ format: "jwk" }))
)

/** The resource under its first name, whichever of its names is asked for. */
const renameResource = (parameters: URLSearchParams, [resource = "", ...otherNames]: ReadonlyArray<string>) => {
  const asked = parameters.getAll("resource")
  parameters.delete("resource")
  for (const name of asked) parameters.append("resource", otherNames.includes(name) ? resource : name)
}

/**
 * An authorization request with known scopes alone and ours among them whatever is asked, so that every flow ends in
 * tokens that work. `resources` are all names of the resource.
 */
const ownAuthorizationRequest = (url: string, resources: ReadonlyArray<string>): string => {
  const [path = "", ...query] = url.split("?")
  const parameters = new URLSearchParams(query.join("?"))
  renameResource(parameters, resources)
  const asked = (parameters.get("scope") ?? "").split(" ")
  parameters.set("scope", [scope, ...toleratedScopes.filter((name) => asked.includes(name))].join(" "))
  return `${path}?${parameters}`
}

/** A refresh keeps the scope it has. Some clients ask for more than they were given, which would be an error. */
const ownTokenRequest = (body: string, resources: ReadonlyArray<string>): string => {
  const parameters = new URLSearchParams(body)
  renameResource(parameters, resources)
  if (parameters.get("grant_type") === "refresh_token") parameters.delete("scope")
  return parameters.toString()
}

/**
 * Of one client. Hosted applications ask for the tokens of all their users from a few addresses, each in some milliseconds.
 * The first requests after a start wait for the provider to be loaded, and clients do not repeat a refresh that is refused.
 */
const turnLimits = { perKey: 8, waitingPerKey: 50, maxWait: "30 seconds" } as const

class TooManyRequests extends Schema.TaggedError<TooManyRequests>()("TooManyRequests", {}) {}

const busy = tooMany("too many requests of this address are being answered; ask for less at once", 5)

/** For a source that has as many as it may. */
const crowded = (retryAfterSeconds: number) =>
  tooMany(
    "too many applications were registered from this address and are not connected yet; connect one or wait",
    retryAfterSeconds
  )

export class AuthorizationServer extends Context.Service<
  AuthorizationServer,
  {
    /** Answers a request to one of the provider's own paths (`paths` of `Protocol.ts`). */
    answer(request: ProviderRequest): Effect.Effect<ProviderAnswer>
    /** What the browser with these cookies is asked under this id. */
    find(request: ProviderRequest, uid: string): Effect.Effect<Option.Option<Asked>>
    /** Connects the application with the person's account. */
    allow(
      request: ProviderRequest,
      uid: string,
      person: SignedIn
    ): Effect.Effect<Decided, UnknownRequest | TooManyConnections>
    deny(request: ProviderRequest, uid: string): Effect.Effect<Decided, UnknownRequest>
  }
>()("@heddle/server/accounts/oauth/AuthorizationServer") {
  static readonly layer = Layer.effect(
    AuthorizationServer,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const secrets = yield* Secrets
      const { digest } = yield* Digests
      const settings = yield* Settings
      const issuer = issuerOf(settings)
      const resource = resourceOf(settings)
      const resources = resourcesOf(settings)
      const { fetchFor, isAllowed: allowFetch } = yield* makeDocumentFetch
      const storedKey = makeStoredKeys(sql, secrets)
      const sourceOf = (address: string) => digest(`oauth source\n${siteOf(address)}`)
      const rows = {
        sourceOf,
        records: makeRecordRows(sql),
        clients: makeClientRows(sql, secrets),
        connections: makeConnectionRows(sql)
      }
      const run = Effect.runPromiseWith(yield* Effect.context<never>())

      const make = Effect.gen(function* () {
        const signingKey = yield* storedKey("oauth signing", makeSigningKey)
        const jwks = { keys: [yield* Schema.decodeEffect(JwkJson)(signingKey)] }
        const cookieKeys = secrets.keysFor("oauth cookies")
        const { makeProvider } = yield* Effect.promise(() => import("./Provider.ts"))
        return makeProvider({
          issuer,
          resource,
          cookieKeys,
          jwks,
          rows,
          run,
          fetch: fetchFor(callerAddress),
          allowFetch
        })
      }).pipe(Effect.orDie)
      // With the first request: a new database has no key yet, and most processes need neither it nor
      // the library of 250 modules.
      const server = yield* Effect.cached(make)

      const turns = makeConcurrencyLimit(turnLimits, () => new TooManyRequests())

      const answerInTurn = Effect.fnUntraced(
        function* (request: ProviderRequest) {
          const { bridge } = yield* server
          if (request.url === paths.registration) {
            yield* rows.clients.makeRoom(sourceOf(request.address), yield* now)
          }
          const isAuthorization = request.url.split("?", 1)[0] === paths.authorization
          const changed = isAuthorization
            ? { ...request, url: ownAuthorizationRequest(request.url, resources) }
            : {
                ...request,
                body: request.url === paths.token ? ownTokenRequest(request.body, resources) : request.body
              }
          return yield* Effect.promise(() => bridge(changed))
        },
        Effect.catchTag("TooManyRegistrations", ({ retryAfterSeconds }) => Effect.succeed(crowded(retryAfterSeconds))),
        Effect.catchTag("SqlError", (failure) => Effect.succeed({ ...unavailable, failure })),
        Effect.uninterruptible
      )

      const answer = Effect.fn("AuthorizationServer.answer")((request: ProviderRequest) =>
        turns
          .run(clientOf(request.address), answerInTurn(request))
          .pipe(Effect.catchTag("TooManyRequests", () => Effect.succeed(busy)))
      )

      return AuthorizationServer.of({
        answer,
        find: (request, uid) => Effect.flatMap(server, ({ find }) => find(request, uid)),
        allow: (request, uid, person) => Effect.flatMap(server, ({ allow }) => allow(request, uid, person)),
        deny: (request, uid) => Effect.flatMap(server, ({ deny }) => deny(request, uid))
      })
    })
  ).pipe(Layer.provide(Settings.layer))
}
