/** People in the portal, in front of a served API. */
import { Effect } from "effect"
import { Users } from "../../src/accounts/sign-in/Users.ts"
import { Grants } from "../../src/credits/ledger/Grants.ts"
import { Accounts } from "../../src/accounts/customers/Accounts.ts"
import { browser, type Browser } from "./PageVisits.ts"
import { portalClient } from "./PortalClient.ts"
import { ServedApi } from "./ServedApi.ts"
import { freshEmail, password } from "./SignIn.ts"

/** The client of the portal, in this browser. */
export const portalOf = Effect.fnUntraced(function* (visitor: Browser) {
  const { baseUrl } = yield* ServedApi
  return yield* portalClient(baseUrl, () => [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; "))
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
