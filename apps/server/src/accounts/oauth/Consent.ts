/** The decision of a person about an authorization request: what is asked, and what follows. */
import { Effect, Schema } from "effect"
import type Provider from "oidc-provider"
import { errors } from "oidc-provider"
import { newId } from "../../runtime/Ids.ts"
import { now } from "../../runtime/Time.ts"
import { actingAs, person } from "../audit/AuditLog.ts"
import type { SignedIn } from "../sign-in/Sessions.ts"
import type { Rows } from "./Adapter.ts"
import { calledFrom } from "./Caller.ts"
import { applicationName, hostOfRedirect, kindOfRedirect, type RedirectKind } from "./Application.ts"
import { maxConnections } from "./Connections.ts"
import { type makeBridge, type ProviderRequest, toNode } from "./ProviderBridge.ts"
import { paths, scope, toleratedScopes } from "./Protocol.ts"

/** What a person is asked to allow. */
export interface Asked {
  readonly clientId: string
  /** As the application calls itself. Nobody has checked it. */
  readonly application: string
  readonly redirectHost: string
  readonly redirectKind: RedirectKind
}

/** Where the browser goes after a decision. */
export interface Decided {
  readonly location: URL
  readonly cookies: ReadonlyArray<string>
}

export class TooManyConnections extends Schema.TaggedError<TooManyConnections>()("TooManyConnections", {}) {
  override readonly message = `An account can have ${maxConnections} connected applications.`
}

/** The request waited too long, was decided already, or belongs to another browser. */
export class UnknownRequest extends Schema.TaggedError<UnknownRequest>()("UnknownRequest", {}) {
  override readonly message = "No application is waiting for this decision."
}

interface ConsentParts {
  readonly provider: Provider
  readonly bridge: ReturnType<typeof makeBridge>
  readonly issuer: URL
  readonly resource: string
  readonly rows: Rows
}

/** What the provider refuses is an unknown request; anything else is our fault. */
const asking = <A>(ask: () => Promise<A>): Effect.Effect<A, UnknownRequest> =>
  Effect.tryPromise({ try: ask, catch: (error) => error }).pipe(
    Effect.catch((error) =>
      error instanceof errors.OIDCProviderError ? Effect.fail(new UnknownRequest()) : Effect.die(error)
    )
  )

export const makeConsent = ({ provider, bridge, issuer, resource, rows }: ConsentParts) => {
  const waiting = Effect.fnUntraced(function* (request: ProviderRequest, uid: string) {
    const node = toNode(issuer, request)
    const interaction = yield* asking(() => provider.interactionDetails(node.request, node.response))
    if (interaction.uid !== uid) return yield* new UnknownRequest()
    const { client_id: clientId, redirect_uri: redirectUri } = interaction.params
    if (typeof clientId !== "string" || typeof redirectUri !== "string") return yield* new UnknownRequest()
    const client = yield* asking(() => calledFrom(request.address, () => provider.Client.find(clientId)))
    const redirectKind = kindOfRedirect(redirectUri)
    if (client === undefined || redirectKind === undefined) return yield* new UnknownRequest()
    const redirectHost = hostOfRedirect(redirectUri)
    const asked: Asked = {
      clientId,
      application: applicationName(client.clientName, redirectHost),
      redirectHost,
      redirectKind
    }
    return asked
  })

  const find = (request: ProviderRequest, uid: string) => Effect.option(waiting(request, uid))

  /** Stores the decision and lets the provider answer the request it belongs to. */
  const finish = Effect.fnUntraced(function* (request: ProviderRequest, uid: string, result: object) {
    const node = toNode(issuer, request)
    yield* asking(() => provider.interactionResult(node.request, node.response, { ...result }))
    const answer = yield* Effect.promise(() =>
      bridge({ ...request, method: "GET", url: `${paths.authorization}/${uid}`, body: "" })
    )
    if (answer.failure !== undefined) return yield* Effect.die(answer.failure)
    const location = URL.parse(answer.headers["location"] ?? "")
    if (location === null) return yield* new UnknownRequest()
    const decided: Decided = { location, cookies: answer.cookies }
    return decided
  })

  const allow = Effect.fn("AuthorizationServer.allow")(
    function* (request: ProviderRequest, uid: string, { userId, accountId, email }: SignedIn) {
      const { clientId, application, redirectHost } = yield* waiting(request, uid)
      const time = yield* now
      if ((yield* rows.connections.count(accountId, time)) >= maxConnections) return yield* new TooManyConnections()
      const id = yield* newId("con")
      yield* rows.connections
        .insert({ id, accountId, userId, clientId, application, redirectHost }, time)
        .pipe(actingAs(person(email)))
      yield* rows.clients.use(clientId, time)
      const grant = new provider.Grant({ accountId: userId, clientId })
      grant.jti = id
      grant.addOIDCScope([...toleratedScopes])
      grant.addResourceScope(resource, scope)
      yield* asking(() => grant.save())
      // The page has answered every question that a client may want asked again.
      const login = { accountId: userId }
      return yield* finish(request, uid, { login, select_account: {}, consent: { grantId: id } })
    },
    Effect.catchTag("SqlError", Effect.die),
    // Half of it would leave a connection that nobody uses.
    Effect.uninterruptible
  )

  const deny = Effect.fn("AuthorizationServer.deny")(function* (request: ProviderRequest, uid: string) {
    yield* waiting(request, uid)
    const error_description = "The person did not allow it."
    return yield* finish(request, uid, { error: "access_denied", error_description })
  }, Effect.uninterruptible)

  return { find, allow, deny }
}
