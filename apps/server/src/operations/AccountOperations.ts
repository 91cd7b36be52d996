/** Answers to the operations of account and usage. */
import { Api, balance, exportFormat, history, historyExport } from "@heddle/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Usage } from "../credits/Usage.ts"
import { now } from "../Now.ts"
import { historyFile } from "./HistoryFile.ts"
import { metered } from "./Metering.ts"

export const AccountOperations = HttpApiBuilder.group(
  Api,
  "account",
  Effect.fn(function* (handlers) {
    const usage = yield* Usage

    const exported = metered(historyExport, ({ query }, { accountId }) =>
      Effect.gen(function* () {
        const entries = yield* usage.exportHistory(accountId, query)
        return { file: historyFile(entries, exportFormat(query), yield* now) }
      })
    )

    return handlers.handleAll({
      balance: metered(balance, (_request, { accountId }) => usage.balance(accountId)),
      balanceHistory: metered(history, ({ query }, { accountId }) => usage.history(accountId, query)),
      // A file has no envelope; what it cost stands in the headers.
      exportHistory: (request) => Effect.map(exported(request), ({ file }) => file)
    })
  })
)
