/** One delivery: decrypts the active secrets and sends. */
import { Effect } from "effect"
import { Secrets } from "../../runtime/Secrets.ts"
import { now } from "../../runtime/Time.ts"
import type { Delivery } from "./Delivery.ts"
import { notSigned, Sender } from "./Sender.ts"

/** Decrypted secrets to keep: decrypting one takes longer than signing with it. */
const maxOpened = 10_000

/** Returns how to deliver. */
export const makeDeliver = Effect.gen(function* () {
  const sender = yield* Sender
  const secrets = yield* Secrets
  const opened = new Map<string, string>()

  const open = Effect.fnUntraced(function* (sealed: string) {
    const known = opened.get(sealed)
    if (known !== undefined) return known
    const secret = yield* secrets.open(Buffer.from(sealed, "base64"))
    if (opened.size >= maxOpened) opened.clear()
    opened.set(sealed, secret)
    return secret
  })

  return Effect.fn("deliver")(function* (delivery: Delivery) {
    const time = yield* now
    const live = delivery.secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > time)
    const keys = yield* Effect.forEach(live, ({ sealed }) => open(sealed)).pipe(
      Effect.catchDefect((defect) =>
        Effect.as(Effect.logError(`Attempt ${delivery.attemptId} has no secret`, defect), [])
      )
    )
    if (keys.length === 0) return notSigned
    return yield* sender.send({
      url: delivery.url,
      secrets: keys,
      standardWebhooks: delivery.standardWebhooks,
      id: delivery.eventId,
      body: delivery.body,
      attempt: delivery.attempt,
      idempotencyKey: delivery.eventId
    })
  })
})
