/** What can be chosen of a page of the log, and what sending it again costs. */
import {
  type Delivery,
  DeliveryId,
  EndpointId,
  EventId,
  type EventStatus,
  type LoggedDelivery,
  RuleId
} from "@heddle/api/portal"
import { expect, test } from "vitest"
import { aboutOf } from "../../../src/features/deliveries/About.ts"
import { candidatesOf, costOf } from "../../../src/features/deliveries/Choice.ts"

const failed: Delivery = {
  id: DeliveryId.make("dlv_1"),
  eventId: EventId.make("evt_1"),
  endpointId: EndpointId.make("ep_1"),
  ruleId: RuleId.make("rule_1"),
  postCode: "abc",
  test: false,
  attempt: 1,
  startedAt: "2026-11-22T14:17:02Z",
  durationMs: 31,
  outcome: "failed",
  statusCode: 500,
  error: null,
  faultOwner: "customer"
}

const status: EventStatus = {
  state: "failed",
  attempts: 11,
  maxAttempts: 11,
  dueAt: null,
  delayed: false,
  cost: 20,
  refundable: false,
  resendable: true,
  keyword: "AI",
  post: { caption: "AI工具", language: "zh-Hant", username: "amy" }
}

const row = (event: string, change: Partial<EventStatus> = {}, attempt = 1): LoggedDelivery => ({
  delivery: { ...failed, id: DeliveryId.make(`dlv_${event}_${attempt}`), eventId: EventId.make(event), attempt },
  event: { ...status, ...change }
})
const testEvent: LoggedDelivery = { delivery: { ...failed, test: true, eventId: null, postCode: null }, event: null }

test("each event counts once, however many of its attempts are shown; what cannot be sent again does not", () => {
  const rows = [row("evt_1", {}, 2), row("evt_2", { resendable: false }), testEvent, row("evt_1"), row("evt_3")]
  expect(candidatesOf(rows).map(({ eventId }) => eventId)).toEqual(["evt_1", "evt_3"])
})

test("only events whose credits were returned cost anything again", () => {
  const chosen = candidatesOf([row("evt_1", { cost: 0 }), row("evt_2"), row("evt_3", { cost: 0 })])
  expect(costOf(chosen)).toEqual({ refunded: 2, credits: 40 })
})

test("a delivery is named by the text that was sent, or by what is known without it", () => {
  const t = (id: string, values?: object) => `${id} ${JSON.stringify(values ?? {})}`
  expect(aboutOf(row("evt_1"), t)).toEqual({ text: "AI工具", language: "zh-Hant" })
  const code = { text: 'deliveries.postCode {"code":"abc"}', language: undefined }
  expect(aboutOf(row("evt_1", { post: null }), t)).toEqual(code)
  expect(aboutOf(row("evt_1", { post: { caption: " ", language: "other", username: "amy" } }), t)).toEqual(code)
  expect(aboutOf(testEvent, t).text).toBe("deliveries.test {}")
})
