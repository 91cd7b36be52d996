/** The first line of a delivery. */
import { type Delivery, DeliveryId, EndpointId, EventId, type EventStatus, RuleId } from "@heddle/api/portal"
import fc from "fast-check"
import { expect, test } from "vitest"
import { diagnosisOf, type Diagnosis } from "../../../src/features/deliveries/Diagnosis.ts"

type Event = typeof EventStatus.Type

const failed: Delivery = {
  id: DeliveryId.make("dlv_3"),
  eventId: EventId.make("evt_1"),
  endpointId: EndpointId.make("ep_1"),
  ruleId: RuleId.make("rule_1"),
  postCode: "abc",
  test: false,
  attempt: 3,
  startedAt: "2026-11-22T14:17:02Z",
  durationMs: 31,
  outcome: "failed",
  statusCode: null,
  error: "TLS failed (CERT_HAS_EXPIRED)",
  faultOwner: "customer"
}
const delivered: Delivery = { ...failed, outcome: "delivered", statusCode: 200, error: null, faultOwner: null }

const retrying: Event = {
  state: "retrying",
  attempts: 3,
  maxAttempts: 11,
  dueAt: "2026-11-22T14:19:02Z",
  delayed: false,
  cost: 20,
  refundable: false,
  resendable: true,
  keyword: "AI",
  post: { caption: "AI工具", language: "zh-Hant", username: "amy" }
}

const ids = ({ sentences }: Diagnosis) => sentences.map(({ id }) => id)

test("a failure of the endpoint names the cause, what to do, the next attempt and the cost", () => {
  const diagnosis = diagnosisOf({ delivery: failed, event: retrying, attempts: [failed] })
  expect(diagnosis).toMatchObject({ tone: "danger", state: "delivery.failing", owner: "customer" })
  expect(diagnosis.sentences).toEqual([
    { id: "sending.certificateExpired", values: { code: "CERT_HAS_EXPIRED" } },
    { id: "delivery.fixIt" },
    { id: "delivery.retryAt", values: { at: new Date("2026-11-22T14:19:02Z"), attempt: 4, max: 11 } },
    { id: "delivery.charged", values: { credits: 20 } }
  ])
})

test("says that the credits come back while no attempt could open a connection, and only then", () => {
  const priceOf = (event: Event) => ids(diagnosisOf({ delivery: failed, event, attempts: [failed] })).at(-1)
  const refundable: Event = { ...retrying, refundable: true }
  expect(priceOf(refundable)).toBe("delivery.chargedRefundable")
  expect(priceOf({ ...refundable, state: "sending" })).toBe("delivery.charged")
  expect(priceOf({ ...refundable, refundable: false })).toBe("delivery.charged")
})

test("an endpoint that is delayed names the pause, not the number of an attempt", () => {
  const event: Event = { ...retrying, delayed: true }
  for (const attempts of [[failed], [delivered, failed], [{ ...failed, faultOwner: "us" as const }]]) {
    const { sentences } = diagnosisOf({ delivery: failed, event, attempts })
    expect(sentences).toContainEqual({ id: "delivery.delayed", values: { at: new Date("2026-11-22T14:19:02Z") } })
    expect(sentences.map(({ id }) => id)).not.toContain("delivery.retryAt")
  }
})

test("our own fault is our turn", () => {
  const ours: Delivery = { ...failed, error: "Heddle is out of memory", faultOwner: "us" }
  const diagnosis = diagnosisOf({ delivery: ours, event: retrying, attempts: [ours] })
  expect(diagnosis.owner).toBe("us")
  expect(ids(diagnosis)).toContain("delivery.ourFault")
})

test("the network's fault asks for a look at the server", () => {
  const lost: Delivery = { ...failed, error: "Connection refused", faultOwner: "network" }
  expect(ids(diagnosisOf({ delivery: lost, event: retrying, attempts: [lost] }))).toContain("delivery.checkReachable")
})

test("an old attempt of a delivered event leaves nothing to do", () => {
  const event: Event = { ...retrying, state: "delivered", dueAt: null }
  const diagnosis = diagnosisOf({ delivery: failed, event, attempts: [delivered, failed] })
  expect(diagnosis).toMatchObject({ tone: "ok", owner: "nobody" })
  expect(ids(diagnosis)).toEqual(["delivery.answered", "delivery.charged"])
})

test("an event that is sent again by hand after it was delivered has no failure behind it", () => {
  const diagnosis = diagnosisOf({ delivery: delivered, event: retrying, attempts: [delivered, failed] })
  expect(diagnosis).toMatchObject({ tone: "info", owner: "us" })
})

test("an event without retries left can be sent again, or not", () => {
  const event: Event = { ...retrying, state: "failed", attempts: 11, dueAt: null, cost: 0 }
  const open = diagnosisOf({ delivery: failed, event, attempts: [failed] })
  expect(ids(open)).toEqual([
    "sending.certificateExpired",
    "delivery.noRetryLeft",
    "delivery.fixAndResend",
    "delivery.notCharged"
  ])
  const gone = diagnosisOf({ delivery: failed, event: { ...event, resendable: false }, attempts: [failed] })
  expect(gone.owner).toBe("nobody")
})

test("a test event stands alone", () => {
  const diagnosis = diagnosisOf({ delivery: { ...failed, test: true, eventId: null }, event: null, attempts: [] })
  expect(ids(diagnosis)).toEqual(["sending.certificateExpired", "delivery.testNotRepeated"])
})

test("whatever happened, the diagnosis names an owner in at least one sentence, once each", () => {
  const outcomes = fc.constantFrom<Delivery>(failed, delivered, { ...failed, outcome: "sending", error: null })
  const owners = fc.constantFrom("customer" as const, "network" as const, "us" as const)
  const attempts = fc.array(
    fc.tuple(outcomes, owners).map(([one, faultOwner]) => ({ ...one, faultOwner })),
    {
      maxLength: 4
    }
  )
  const states = fc.constantFrom<Event["state"]>("scheduled", "sending", "retrying", "delivered", "failed", "cancelled")
  const events = fc.record<Event>({
    state: states,
    attempts: fc.nat({ max: 30 }),
    maxAttempts: fc.constant(11),
    dueAt: fc.constantFrom(null, "2026-11-22T14:19:02Z"),
    cost: fc.constantFrom(0, 20),
    delayed: fc.boolean(),
    refundable: fc.boolean(),
    resendable: fc.boolean(),
    keyword: fc.constantFrom(null, "AI"),
    post: fc.constant(null)
  })
  fc.assert(
    fc.property(outcomes, fc.option(events), attempts, fc.boolean(), (delivery, event, all, test) => {
      const diagnosis = diagnosisOf({ delivery: { ...delivery, test }, event, attempts: all })
      expect(diagnosis.sentences.length).toBeGreaterThan(0)
      expect(new Set(ids(diagnosis)).size).toBe(diagnosis.sentences.length)
    })
  )
})
