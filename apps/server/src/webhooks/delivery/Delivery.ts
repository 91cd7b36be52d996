/** A claimed event on its way to its endpoint. */
import { type RuleId, webhookEventPrice } from "@heddle/api"
import type { AccountCharge } from "../../credits/ledger/Ledger.ts"
import type { Charge } from "../../credits/ledger/LedgerCommands.ts"
import type { DeliveryId, EventId, ReservationId } from "../../runtime/Ids.ts"
import type { AuthorColumns, PostRow } from "../../store/posts/PostRow.ts"
import type { LoggedAttempt } from "./AttemptLog.ts"
import type { DueRow, QueueRow } from "./ClaimQueries.ts"
import { frozenBody } from "./EventBody.ts"
import { moves } from "./EventState.ts"
import type { EndpointKey } from "./Queues.ts"

export interface Delivery extends EndpointKey {
  readonly eventId: EventId
  readonly ruleId: RuleId
  readonly postCode: string
  readonly attemptId: DeliveryId
  /** Counts claims, from 1. */
  readonly attempt: number
  readonly startedAt: Date
  /** Of the event. */
  readonly createdAt: Date
  /** Failed attempts since the event was created or sent again by hand. */
  readonly failures: number
  /** Whether an earlier attempt opened a connection. */
  readonly connected: boolean
  /** The hold that paid for the event. */
  readonly chargeId: ReservationId
  readonly url: string
  readonly standardWebhooks: boolean
  /** As stored, in base64, newest first. `expiresAt` is judged when an attempt is signed. */
  readonly secrets: ReadonlyArray<{ readonly sealed: string; readonly expiresAt: Date | null }>
  readonly body: string
  /** Whether the endpoint shares the slots of slow endpoints. */
  readonly slow: boolean
}

/** The first claim freezes the body; retries send identical bytes. */
export const deliveryOf = (
  queue: QueueRow,
  row: DueRow,
  attemptId: DeliveryId,
  startedAt: Date,
  post: (PostRow & AuthorColumns) | undefined
): Delivery => ({
  ...row,
  eventId: row.id,
  attemptId,
  attempt: row.attempt + 1,
  startedAt,
  // An attempt whose process died may have been sent.
  connected: row.connected || row.state === moves.takeOver.to,
  chargeId: row.chargeId ?? row.id,
  url: queue.url,
  standardWebhooks: queue.standardWebhooks,
  secrets: queue.secrets.map(({ sealed, expiresAt }) => ({
    sealed,
    expiresAt: expiresAt === null ? null : new Date(expiresAt)
  })),
  body: row.body ?? (post === undefined ? "" : frozenBody(post, row)),
  slow: queue.slow
})

export const chargeOf = ({ accountId, endpointId, id, ruleId, postCode }: DueRow): AccountCharge => ({
  accountId,
  holdId: id,
  cost: webhookEventPrice,
  usage: webhookUsage({ endpointId, eventId: id, ruleId, postCode })
})

/** What the usage history shows of an event. */
export const webhookUsage = ({
  endpointId,
  eventId,
  ruleId,
  postCode
}: Pick<Delivery, "endpointId" | "eventId" | "ruleId" | "postCode">): Charge["usage"] => ({
  keyId: null,
  requestId: null,
  source: `webhook ${endpointId}`,
  apiType: "webhook",
  parameters: { event: eventId, rule: ruleId, post: postCode }
})

/** The attempt of a dead process, of an event that is taken over from it. */
export const lostAttempt = (queue: QueueRow, row: DueRow): ReadonlyArray<LoggedAttempt> =>
  row.attemptId === null || row.attemptStartedAt === null
    ? []
    : [{ ...row, attemptId: row.attemptId, eventId: row.id, startedAt: row.attemptStartedAt, url: queue.url }]
