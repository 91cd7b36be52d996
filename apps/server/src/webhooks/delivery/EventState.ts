/**
 * The states of an event, and the only moves between them (decisions, "Webhooks"). Every statement that changes a state
 * takes its states from this table, and locks the row of the endpoint's queue first (`Queues.ts`). Pure.
 *
 * | move | from | to | when |
 * |---|---|---|---|
 * | start | scheduled, retrying | sending | an attempt is claimed; the first one settles the hold and freezes the body |
 * | takeOver | sending | sending | its process died, or the lease of the attempt expired |
 * | deliver | sending | delivered | any 2xx |
 * | retry | sending | retrying | any other result, while retries are left |
 * | fail | sending | failed | any other result, after the last retry |
 * | cancel | scheduled, sending, retrying | cancelled | the rule or endpoint is deleted; before the first attempt also the post |
 * | resend | retrying, delivered, failed | retrying | the customer sends the event again |
 */

export type EventState = "scheduled" | "sending" | "retrying" | "delivered" | "failed" | "cancelled"

interface Move {
  readonly from: ReadonlyArray<EventState>
  readonly to: EventState
}

export const moves = {
  start: { from: ["scheduled", "retrying"], to: "sending" },
  takeOver: { from: ["sending"], to: "sending" },
  deliver: { from: ["sending"], to: "delivered" },
  retry: { from: ["sending"], to: "retrying" },
  fail: { from: ["sending"], to: "failed" },
  cancel: { from: ["scheduled", "sending", "retrying"], to: "cancelled" },
  resend: { from: ["retrying", "delivered", "failed"], to: "retrying" }
} as const satisfies Readonly<Record<string, Move>>
