/** The delivery log and sending again, through the operations of the API; and the live feed. */
import type { EventId } from "@heddle/api"
import { DeliveryRpcs, LiveDelivery, type LiveItem, LiveStart, PortalCaller } from "@heddle/api/portal"
import { Effect, Option, Stream } from "effect"
import { Sessions } from "../../accounts/sign-in/Sessions.ts"
import { TooManyCalls } from "../../operations/metering/Call.ts"
import { AttemptFeed, type LiveAttempt } from "../../webhooks/listening/AttemptFeed.ts"
import { retryAfterSeconds, type TooManyStreams } from "../../webhooks/listening/StreamCount.ts"
import { Activity } from "../../webhooks/log/Activity.ts"
import { DeliveryLog } from "../../webhooks/log/DeliveryLog.ts"
import type { EventStatus } from "../../webhooks/log/EventStatuses.ts"
import { Resend } from "../../webhooks/resending/Resend.ts"
import { respond } from "./Failures.ts"
import { instantOrNull } from "./Instants.ts"
import {
  dataOf,
  keptAfterDowngrade,
  limited,
  makePlanOf,
  makeRequireWebhooks,
  PortalAnswers,
  PortalRequest,
  run
} from "./PortalCall.ts"

/** More than an event has without being sent again many times. */
const shownAttempts = 50

/** How soon a feed ends after its session. */
const sessionCheck = "10 seconds"

const tooMany = ({ detail }: TooManyStreams) => new TooManyCalls(detail, retryAfterSeconds)

const shownEvent = (events: ReadonlyMap<EventId, EventStatus>, eventId: EventId | null) => {
  const status = eventId === null ? undefined : events.get(eventId)
  return status === undefined ? null : { ...status, dueAt: instantOrNull(status.dueAt) }
}

const shown = ({ delivery, host, keyword, caption, language }: LiveAttempt): LiveItem =>
  LiveDelivery.make({ delivery, host, keyword, caption, language })

export const DeliveriesHandlers = DeliveryRpcs.toLayer(
  Effect.gen(function* () {
    const { webhooks } = yield* PortalAnswers
    const activity = yield* Activity
    const log = yield* DeliveryLog
    const feed = yield* AttemptFeed
    const resend = yield* Resend
    const sessions = yield* Sessions
    const planOf = yield* makePlanOf
    const requireWebhooks = yield* makeRequireWebhooks

    /** Completes when the session of the page has ended. */
    const sessionEnds = Effect.gen(function* () {
      const request = yield* PortalRequest
      const isOver = request === null ? Effect.succeed(true) : Effect.map(sessions.find(request.headers), Option.isNone)
      yield* isOver.pipe(
        Effect.catchCause(() => Effect.succeed(false)),
        Effect.delay(sessionCheck),
        Effect.repeat({ until: (over) => over })
      )
    })

    return DeliveryRpcs.of({
      "deliveries.ListDeliveries": Effect.fnUntraced(function* (query) {
        const page = yield* run(webhooks.listDeliveries, { query }, keptAfterDowngrade)
        const { accountId } = yield* PortalCaller
        const ids = page.data.flatMap(({ eventId }) => (eventId === null ? [] : [eventId]))
        const events = yield* activity.events(accountId, ids)
        return {
          deliveries: page.data.map((delivery) => ({ delivery, event: shownEvent(events, delivery.eventId) })),
          nextCursor: page.next_cursor
        }
      }),
      "deliveries.ShowDelivery": Effect.fnUntraced(function* ({ deliveryId }) {
        const { accountId } = yield* PortalCaller
        const params = { delivery_id: deliveryId }
        const { data: delivery } = yield* run(webhooks.showDelivery, { params }, keptAfterDowngrade)
        const { eventId } = delivery
        if (eventId === null) return { delivery, event: null, attempts: [] }
        const events = yield* activity.events(accountId, [eventId])
        const { data: attempts } = yield* respond(log.list(accountId, { eventId, limit: shownAttempts }))
        return { delivery, event: shownEvent(events, eventId), attempts }
      }),
      "deliveries.ResendDelivery": ({ deliveryId }) =>
        dataOf(webhooks.resendDelivery, { params: { delivery_id: deliveryId } }),
      "deliveries.ResendEvents": ({ eventIds, credits }) =>
        limited(
          Effect.gen(function* () {
            const { accountId } = yield* PortalCaller
            yield* requireWebhooks
            return yield* respond(resend.resendEvents(accountId, eventIds, credits))
          })
        ),
      "deliveries.WatchDeliveries": () =>
        Stream.unwrap(
          Effect.gen(function* () {
            const { accountId } = yield* PortalCaller
            const hasPlan = (yield* planOf) !== null
            const { newest, attempts } = yield* respond(Effect.mapError(feed.open(accountId, hasPlan), tooMany))
            return Stream.concat(
              Stream.fromIterable<LiveItem>([...newest.map(shown), LiveStart.make({})]),
              Stream.map(attempts, shown)
            ).pipe(Stream.interruptWhen(sessionEnds))
          })
        )
    })
  })
)
