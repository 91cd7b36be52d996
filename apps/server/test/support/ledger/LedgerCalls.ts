/** Priced calls as the ledger sees them: by an account's login, or through one of its keys. */
import type { AccountId, Caller, KeyId } from "@heddle/api"
import { Effect } from "effect"
import { Ledger } from "../../../src/credits/ledger/Ledger.ts"

export const callerOf = (accountId: AccountId, keyId: KeyId | null = null): Caller["Service"] => ({
  accountId,
  keyId,
  application: null,
  apiTypePrefix: ""
})

/** Holds credits for a call that needs no plan. */
export const admit = Effect.fnUntraced(function* (accountId: AccountId, amount: number, keyId: KeyId | null = null) {
  return yield* (yield* Ledger).admit(callerOf(accountId, keyId), amount, false)
})

/** A call of this cost. */
export const spend = Effect.fnUntraced(function* (accountId: AccountId, cost: number, keyId: KeyId | null = null) {
  const { holdId } = yield* admit(accountId, cost, keyId)
  const usage = { keyId, requestId: null, source: "test", apiType: "keywords", parameters: {} }
  return yield* (yield* Ledger).settle(accountId, { holdId, cost, usage })
})
