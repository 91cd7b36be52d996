import { Effect } from "effect"
import { Accounts } from "../../src/accounts/customers/Accounts.ts"
import { newId } from "../../src/runtime/Ids.ts"

/** The id of an account with an address of its own. */
export const newAccountId = Effect.gen(function* () {
  return (yield* (yield* Accounts).create(`${yield* newId("acct")}@example.com`)).id
})
