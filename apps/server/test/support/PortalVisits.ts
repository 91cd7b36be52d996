/** The portal's browser code as the server meets it: its calls over HTTP, with the cookies of a person. */
import { PortalRpcs, portalRpcPath } from "@heddle/api/portal"
import { Effect, Layer } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { RpcClient, RpcSerialization } from "effect/rpc"
import { Users } from "../../src/accounts/users/Users.ts"
import { Grants } from "../../src/credits/ledger/Grants.ts"
import { Accounts } from "../../src/accounts/customers/Accounts.ts"
import { browser, type Browser } from "./PageVisits.ts"
import { ServedApi } from "./ServedApi.ts"
import { freshEmail, password } from "./SignIn.ts"

/** The client of the portal, in this browser. */
export const portalOf = Effect.fnUntraced(function* (visitor: Browser) {
  const { baseUrl } = yield* ServedApi
  const withCookies = HttpClient.mapRequest((request) =>
    HttpClientRequest.setHeaders(request, {
      origin: baseUrl,
      "sec-fetch-site": "same-origin",
      cookie: [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    })
  )
  const protocol = RpcClient.layerProtocolHttp({ url: baseUrl + portalRpcPath, transformClient: withCookies }).pipe(
    Layer.provide([FetchHttpClient.layer, RpcSerialization.layerNdjson])
  )
  return yield* RpcClient.make(PortalRpcs).pipe(Effect.provide(yield* Layer.build(protocol)))
})

/** Somebody who is signed in, with their account and the portal in their browser. */
export const portalUser = Effect.fnUntraced(function* (grant?: Parameters<Grants["Service"]["give"]>[1]) {
  const email = yield* freshEmail
  const { id: accountId } = yield* (yield* Accounts).create(email)
  if (grant !== undefined) yield* (yield* Grants).give(accountId, grant)
  const userId = yield* (yield* Users).create({ accountId, email, password })
  const visitor = yield* browser
  yield* visitor.post("/sign-in", { email, password })
  return { email, accountId, userId, visitor, portal: yield* portalOf(visitor) }
})
