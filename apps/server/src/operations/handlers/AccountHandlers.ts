/** Answers to the operations on account and usage. */
import { balance, type ExportFormat, exportFormat, history, historyExport, type UsageEntry } from "@heddle/api"
import { Effect, type Stream } from "effect"
import { balanceOf } from "../../credits/usage/BalanceOutlook.ts"
import { Pace } from "../../credits/usage/Pace.ts"
import { Usage } from "../../credits/usage/Usage.ts"
import { now } from "../../runtime/Time.ts"
import { Metering } from "../metering/Metering.ts"

/** The usage history as a file, which the transport encodes. */
export interface HistoryFile {
  readonly entries: Stream.Stream<UsageEntry, unknown>
  readonly format: ExportFormat
  /** The UTC day in the file's name. */
  readonly day: Date
}

export const accountHandlers = Effect.gen(function* () {
  const { read, readState, file } = yield* Metering
  const usage = yield* Usage
  const pace = yield* Pace
  return {
    balance: readState(balance, ({ accountId, state }) =>
      Effect.map(Effect.all([pace.of(accountId), now]), ([perDay, time]) => balanceOf(state, perDay, time))
    ),
    balanceHistory: read(history, ({ query }, { accountId }) => usage.history(accountId, query)),
    exportHistory: file(
      historyExport,
      Effect.fnUntraced(function* ({ query }, { accountId }) {
        const entries = yield* usage.exportHistory(accountId, query)
        const answer: HistoryFile = { entries, format: exportFormat(query), day: yield* now }
        return answer
      })
    )
  }
})
