/** The health and the queue of an endpoint as its customer sees them. Pure. */
import type { Endpoint } from "@heddle/api"
import type { EndpointQueue } from "../delivery/Queues.ts"
import { nextSlotAt } from "../delivery/RateWindow.ts"

type Failures = Pick<EndpointQueue, "failures" | "failingSince" | "lastError" | "openedAt">
type Gates = Pick<EndpointQueue, "openUntil" | "recentSends">

export const healthOf = ({ failures, failingSince, lastError, openedAt }: Failures): Endpoint["health"] => ({
  state: openedAt === null ? (failures === 0 ? "healthy" : "failing") : "delayed",
  failingSince: failingSince?.toISOString() ?? null,
  lastError
})

/** When the first of the waiting events may be sent: not before it is due, the breaker lets it through and a slot is free. */
export const nextAttemptAt = ({ openUntil, recentSends }: Gates, dueAt: Date | null, at: Date): Date | null =>
  dueAt === null
    ? null
    : [openUntil, nextSlotAt(recentSends, at)].reduce<Date>(
        (latest, gate) => (gate !== null && gate > latest ? gate : latest),
        dueAt
      )
