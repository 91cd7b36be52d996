/** The delivery log and sending again, through the operations of the API; and the live feed. */
import { DeliveryRpcs, PortalCaller } from "@heddle/api/portal"
import { Effect } from "effect"
import { Activity, type EventStatus } from "../../webhooks/log/Activity.ts"
import { DeliveryLog } from "../../webhooks/log/DeliveryLog.ts"
import { respond } from "./Failures.ts"
import { instantOrNull } from "./Instants.ts"
import { keptAfterDowngrade, PortalAnswers, run } from "./PortalCall.ts"

/** More than an event has without being sent again many times. */
const shownAttempts = 50

const statusOf = ({ dueAt, ...status }: EventStatus) => ({ ...status, dueAt: instantOrNull(dueAt) })

const served = DeliveryRpcs.omit("WatchDeliveries")

export const DeliveriesLive = served.toLayer(
  Effect.gen(function* () {
    const { webhooks } = yield* PortalAnswers
    const activity = yield* Activity
    const log = yield* DeliveryLog
    return served.of({
      ListDeliveries: Effect.fnUntraced(function* (query) {
        const page = yield* run(webhooks.listDeliveries, { query }, keptAfterDowngrade)
        return { deliveries: page.data, nextCursor: page.next_cursor }
      }),
      ShowDelivery: Effect.fnUntraced(function* ({ deliveryId }) {
        const { accountId } = yield* PortalCaller
        const params = { delivery_id: deliveryId }
        const { data: delivery } = yield* run(webhooks.showDelivery, { params }, keptAfterDowngrade)
        const { eventId } = delivery
        if (eventId === null) return { delivery, event: null, attempts: [] }
        const event = yield* activity.event(accountId, eventId)
        const { data: attempts } = yield* respond(log.list(accountId, { eventId, limit: shownAttempts }))
        return { delivery, event: event === null ? null : statusOf(event), attempts }
      }),
      ResendDelivery: ({ deliveryId }) =>
        Effect.map(run(webhooks.resendDelivery, { params: { delivery_id: deliveryId } }), ({ data }) => data)
    })
  })
)
