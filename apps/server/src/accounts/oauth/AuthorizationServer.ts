/** The authorization server for applications (OAuth 2.1), without the HTTP around it: oidc-provider over our database. */
import { Context, Effect, Layer, type Option } from "effect"
import { SqlClient } from "effect/sql"
import { Secrets } from "../../runtime/Secrets.ts"
import { Settings } from "../../runtime/Settings.ts"
import type { SignedIn } from "../sign-in/Sessions.ts"
import { makeClientRows } from "./ClientRows.ts"
import { makeConnectionRows } from "./ConnectionRows.ts"
import type { Asked, Decided, TooManyConnections, UnknownRequest } from "./Consent.ts"
import { makeDocumentFetch } from "./DocumentFetch.ts"
import { paths } from "./Protocol.ts"
import type { ProviderAnswer, ProviderRequest } from "./ProviderBridge.ts"
import { issuerOf, resourceOf, resourcesOf } from "./PublicAddresses.ts"
import { makeRecordRows } from "./RecordRows.ts"
import { ownAuthorizationRequest, ownTokenRequest } from "./RequestChanges.ts"
import { signingKey } from "./SigningKey.ts"

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
      const settings = yield* Settings
      const issuer = issuerOf(settings)
      const resource = resourceOf(settings)
      const resources = resourcesOf(settings)
      const { fetch, isAllowed: allowFetch } = yield* makeDocumentFetch
      const rows = {
        records: makeRecordRows(sql),
        clients: makeClientRows(sql, secrets),
        connections: makeConnectionRows(sql)
      }
      const run = Effect.runPromiseWith(yield* Effect.context<never>())

      const make = Effect.gen(function* () {
        const jwks = { keys: [yield* signingKey(sql, secrets)] }
        const cookieKey = secrets.keyFor("oauth cookies")
        const { makeProvider } = yield* Effect.promise(() => import("./Provider.ts"))
        return makeProvider({ issuer, resource, cookieKey, jwks, rows, run, fetch, allowFetch })
      }).pipe(Effect.orDie)
      // With the first request: a new database has no key yet, and most processes need neither it nor
      // the library of 250 modules.
      const server = yield* Effect.cached(make)

      const answer = Effect.fn("AuthorizationServer.answer")(function* (request: ProviderRequest) {
        const { bridge } = yield* server
        const isAuthorization = request.url.split("?", 1)[0] === paths.authorization
        const changed = isAuthorization
          ? { ...request, url: ownAuthorizationRequest(request.url, resources) }
          : { ...request, body: request.url === paths.token ? ownTokenRequest(request.body, resources) : request.body }
        return yield* Effect.promise(() => bridge(changed))
      }, Effect.uninterruptible)

      return AuthorizationServer.of({
        answer,
        find: (request, uid) => Effect.flatMap(server, ({ find }) => find(request, uid)),
        allow: (request, uid, person) => Effect.flatMap(server, ({ allow }) => allow(request, uid, person)),
        deny: (request, uid) => Effect.flatMap(server, ({ deny }) => deny(request, uid))
      })
    })
  ).pipe(Layer.provide(Settings.layer))
}
