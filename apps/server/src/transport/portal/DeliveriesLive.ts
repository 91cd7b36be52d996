/** The delivery log and sending again, through the operations of the API. */
import { DeliveryRpcs } from "@heddle/api/portal"
import { Effect } from "effect"
import { keptAfterDowngrade, PortalAnswers, run } from "./PortalCall.ts"

const served = DeliveryRpcs.omit("ShowDelivery", "ResendDelivery", "WatchDeliveries")

export const DeliveriesLive = served.toLayer(
  Effect.gen(function* () {
    const { webhooks } = yield* PortalAnswers
    return served.of({
      ListDeliveries: Effect.fnUntraced(function* (query) {
        const page = yield* run(webhooks.listDeliveries, { query }, keptAfterDowngrade)
        return { deliveries: page.data, nextCursor: page.next_cursor }
      })
    })
  })
)
