/** One delivery: opens the secrets that are live now and sends. A failure of ours is a result like any other. */
import { Effect } from "effect"
import { Secrets } from "../../runtime/Secrets.ts"
import { now } from "../../runtime/Time.ts"
import type { Delivery } from "./Claim.ts"
import { notSigned, Sender } from "./Sender.ts"

export const deliver = Effect.fn("deliver")(function* (delivery: Delivery) {
  const sender = yield* Sender
  const secrets = yield* Secrets
  const time = yield* now
  const live = delivery.secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > time)
  const opened = yield* Effect.forEach(live, ({ sealed }) => secrets.open(sealed)).pipe(
    Effect.catchDefect((defect) =>
      Effect.as(Effect.logError(`Attempt ${delivery.attemptId} has no secret`, defect), [])
    )
  )
  if (opened.length === 0) return notSigned
  return yield* sender.send({
    url: delivery.url,
    secrets: opened,
    standardWebhooks: delivery.standardWebhooks,
    id: delivery.eventId,
    body: delivery.body,
    attempt: delivery.attempt,
    idempotencyKey: delivery.eventId
  })
})
