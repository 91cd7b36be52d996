/** Sends the mails that are due: claims a few, sends them concurrently, records each. */
import { Duration, Effect, Pull, Random, Schedule } from "effect"
import { again, background } from "../runtime/Background.ts"
import { now, plusMillis } from "../runtime/Time.ts"
import { Mailer } from "./Mailer.ts"
import { type ClaimedMail, MailQueue, type MailResult } from "./MailQueue.ts"

const maxAtOnce = 8

/** After 1, 2, 4, … minutes, then every hour, for about a day. */
const retries = Schedule.min([Schedule.exponential("1 minute"), Schedule.spaced("1 hour")]).pipe(
  Schedule.upTo({ times: 28 }),
  // Later only, so that many that failed together do not come back together.
  Schedule.modifyDelay(({ duration }) => Effect.map(Random.next, (share) => Duration.times(duration, 1 + share / 10)))
)

/** When to try again after the given number of failures; null when it is given up. */
const retryAfter = Effect.fnUntraced(
  function* (failures: number) {
    const step = yield* Schedule.toStep(retries)
    let delay = Duration.zero
    for (let index = 0; index < failures; index++) [, delay] = yield* step(0, undefined)
    return plusMillis(yield* now, Duration.toMillis(delay))
  },
  Pull.catchDone(() => Effect.succeed(null))
)

const attempt = Effect.fn("attempt")(function* (mail: ClaimedMail) {
  const mailer = yield* Mailer
  const queue = yield* MailQueue
  const result: MailResult = yield* mailer.send(mail).pipe(
    Effect.as({ sent: true } as const),
    Effect.catchTag("MailNotSent", ({ detail }) =>
      Effect.map(retryAfter(mail.attempt), (retryAt) => ({ sent: false, error: detail, retryAt }) as const)
    ),
    Effect.catchTag("MailRejected", ({ detail }) =>
      Effect.succeed({ sent: false, error: detail, retryAt: null } as const)
    )
  )
  if (!result.sent) {
    const outcome = result.retryAt === null ? "is given up" : `is tried again at ${result.retryAt.toISOString()}`
    yield* Effect.logWarning(`Mail ${mail.id} to ${mail.to} could not be sent and ${outcome}: ${result.error}`)
  }
  yield* queue.record(mail, result)
})

/** Tries what is due once; returns how many mails that were. */
export const sendDueMails = Effect.gen(function* () {
  const mails = yield* (yield* MailQueue).claim(maxAtOnce)
  yield* Effect.forEach(mails, attempt, { concurrency: "unbounded", discard: true })
  return mails.length
})

export const mailTask = background({
  name: "mail",
  role: "deliveries",
  every: "5 seconds",
  run: Effect.map(sendDueMails, (sent) => (sent === maxAtOnce ? again : undefined)),
  // A mail that is interrupted may have been sent, and would be sent again.
  onStop: "finish"
})
