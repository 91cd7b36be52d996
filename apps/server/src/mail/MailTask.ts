/** Claims due mails, sends them concurrently and records the results. */
import { Duration, Effect, Random } from "effect"
import { again, background, maintenance } from "../runtime/Background.ts"
import { Settings } from "../runtime/Settings.ts"
import { hourMillis, now, plusMillis } from "../runtime/Time.ts"
import { Mailer } from "./Mailer.ts"
import { type ClaimedMail, MailQueue, type MailResult } from "./MailQueue.ts"

const batchSize = 8
/** With the delays below, attempts continue for about a day. */
const maxRetries = 28
const firstDelayMillis = 60_000
const maxJitter = 0.1

/** When to retry after this many failures: after 1, 2, 4, … minutes, then hourly; null when the mail is given up. */
const retryAtAfter = Effect.fnUntraced(function* (failures: number) {
  if (failures > maxRetries) return null
  const delayMillis = Math.min(firstDelayMillis * 2 ** (failures - 1), hourMillis)
  // Spreads out the retries of mails that failed together.
  const jitter = (yield* Random.next) * maxJitter
  return plusMillis(yield* now, delayMillis * (1 + jitter))
})

const sendMail = Effect.fn("sendMail")(function* (mail: ClaimedMail) {
  const mailer = yield* Mailer
  const queue = yield* MailQueue
  const result: MailResult = yield* mailer.send(mail).pipe(
    Effect.as({ sent: true } as const),
    Effect.catchTag("MailNotSent", ({ detail }) =>
      Effect.map(retryAtAfter(mail.attempt), (retryAt) => ({ sent: false, error: detail, retryAt }) as const)
    ),
    Effect.catchTag("MailRejected", ({ detail }) =>
      Effect.succeed({ sent: false, error: detail, retryAt: null } as const)
    )
  )
  if (!result.sent) {
    const next = result.retryAt === null ? "giving up" : `retrying at ${result.retryAt.toISOString()}`
    yield* Effect.logWarning(`Mail ${mail.id} to ${mail.to} could not be sent, ${next}: ${result.error}`)
  }
  yield* queue.record(mail, result)
})

/** Attempts up to a batch of due mails; returns how many. */
export const sendDueMails = Effect.gen(function* () {
  const mails = yield* (yield* MailQueue).claim(batchSize)
  yield* Effect.forEach(mails, sendMail, { concurrency: "unbounded", discard: true })
  return mails.length
})

const sendTask = background({
  name: "mail",
  role: "deliveries",
  every: "5 seconds",
  run: Effect.map(sendDueMails, (sent) => (sent === batchSize ? again : undefined)),
  // An interrupted mail may have been sent already, and would be sent again.
  onStop: "finish"
})

const retentionTask = maintenance(
  "mail retention",
  "1 hour",
  Effect.gen(function* () {
    const { mailRetention } = yield* Settings
    const queue = yield* MailQueue
    yield* queue.deleteFinished(plusMillis(yield* now, -Duration.toMillis(mailRetention)))
  })
)

export const mailTasks = Effect.all([sendTask, retentionTask])
