/** An organisation's OpenID provider: a real one, on a free local port, where everybody is signed in by their subject. */
import { Effect } from "effect"
import { createServer, type Server } from "node:http"
import { Provider } from "oidc-provider"

export interface Person {
  readonly email: string
  readonly emailVerified: boolean
}

export interface OrganisationLogin {
  readonly issuer: string
  /** Who signs in next. */
  signInAs(subject: string, person: Person): void
}

const listening = (server: Server) =>
  new Promise<string>((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      resolve(typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}` : "")
    })
  })

export const organisationLogin = Effect.fnUntraced(function* (client: {
  readonly id: string
  readonly secret: string
  readonly redirectUri: string
}) {
  const people = new Map<string, Person>()
  let subject = ""
  const server = createServer()
  const issuer = yield* Effect.acquireRelease(
    Effect.promise(() => listening(server)),
    () => Effect.sync(() => server.close().closeAllConnections())
  )
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [client.redirectUri] }],
    cookies: { keys: ["tests"] },
    features: { devInteractions: { enabled: false } },
    claims: { email: ["email", "email_verified"], profile: ["name"] },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        name: "Ann",
        email: people.get(id)?.email ?? "",
        email_verified: people.get(id)?.emailVerified ?? false
      })
    }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({
        accountId: oidc.session?.accountId ?? "",
        clientId: oidc.client?.clientId ?? ""
      })
      grant.addOIDCScope("openid email profile")
      await grant.save()
      return grant
    }
  })
  const callback = provider.callback()
  server.on("request", (request, response) => {
    if (request.url?.startsWith("/interaction/")) {
      void provider.interactionFinished(request, response, { login: { accountId: subject } })
    } else void callback(request, response)
  })
  const login: OrganisationLogin = {
    issuer,
    signInAs: (next, person) => {
      subject = next
      people.set(next, person)
    }
  }
  return login
})
