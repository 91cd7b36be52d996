/** Answers to the operations of account and usage. */
import { Api, balance, history } from "@heddle/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Usage } from "../credits/Usage.ts"
import { meteredRead } from "./Metering.ts"

export const AccountOperations = HttpApiBuilder.group(
  Api,
  "account",
  Effect.fn(function* (handlers) {
    const usage = yield* Usage
    return handlers.handleAll({
      balance: meteredRead(balance, (_request, { accountId }) => usage.balance(accountId)),
      balanceHistory: meteredRead(history, ({ query }, { accountId }) => usage.history(accountId, query))
    })
  })
)
