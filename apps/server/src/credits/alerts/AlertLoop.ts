/** Looks at start and every minute for accounts that are to be told of their balance. */
import { Effect, Layer, Schedule } from "effect"
import { type LookSummary, BalanceAlerts } from "./BalanceAlerts.ts"

const lookInterval = "1 minute"

export const AlertLoop = Layer.effectDiscard(
  Effect.gen(function* () {
    const notices = yield* BalanceAlerts
    const once = notices.look.pipe(
      Effect.tap((summary) => log(summary).pipe(Effect.annotateLogs({ ...summary }))),
      Effect.catchCause((cause) =>
        Effect.logError("Looking for low balances failed; the next look makes up for it", cause)
      )
    )
    yield* once.pipe(Effect.repeat(Schedule.fixed(lookInterval)), Effect.forkScoped)
  })
)

/** A look without news is no news. */
const log = ({ lowBalance, runOut, expired }: LookSummary) =>
  lowBalance + runOut + expired > 0 ? Effect.logInfo("Notices were written") : Effect.void
