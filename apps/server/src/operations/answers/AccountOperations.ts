/** Answers to the operations of account and usage. */
import { Api, balance, exportFormat, history, historyExport } from "@heddle/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Usage } from "../../credits/usage/Usage.ts"
import { now } from "../../runtime/Time.ts"
import { historyFile } from "../metering/HistoryFile.ts"
import { meteredFile, meteredRead } from "../metering/Metering.ts"

export const AccountOperations = HttpApiBuilder.group(
  Api,
  "account",
  Effect.fn(function* (handlers) {
    const usage = yield* Usage

    return handlers.handleAll({
      balance: meteredRead(balance, (_request, { accountId }) => usage.balance(accountId)),
      balanceHistory: meteredRead(history, ({ query }, { accountId }) => usage.history(accountId, query)),
      exportHistory: meteredFile(
        historyExport,
        Effect.fnUntraced(function* ({ query }, { accountId }) {
          const entries = yield* usage.exportHistory(accountId, query)
          return historyFile(entries, exportFormat(query), yield* now)
        })
      )
    })
  })
)
