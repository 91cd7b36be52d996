/** The list of the live feed. */
import type { LiveDelivery } from "@heddle/api/portal"
import { DeliveryId, EndpointId } from "@heddle/api/portal"
import { expect, test } from "vitest"
import { keptRows, pauseMillis, withRow } from "../../src/rpc/LiveFeed.ts"

const row = (id: number, outcome: "delivered" | "failed" = "delivered"): LiveDelivery => ({
  _tag: "Delivery",
  delivery: {
    id: DeliveryId.make(`dlv_${id}`),
    eventId: null,
    endpointId: EndpointId.make("ep_1"),
    ruleId: null,
    postCode: null,
    test: true,
    attempt: 1,
    startedAt: "2026-11-23T00:00:00.000Z",
    durationMs: 1,
    outcome,
    statusCode: 200,
    error: null,
    faultOwner: null
  },
  host: "example.com",
  keyword: null,
  caption: null,
  language: null
})

const listOf = (rows: ReadonlyArray<LiveDelivery>) => rows.reduce<ReadonlyArray<LiveDelivery>>(withRow, [])

test("the newest is first, and what comes again after a break is shown once", () => {
  const rows = listOf([row(1), row(2, "failed"), row(1), row(2)])
  expect(rows.map(({ delivery }) => [delivery.id, delivery.outcome])).toEqual([
    ["dlv_2", "delivered"],
    ["dlv_1", "delivered"]
  ])
})

test("it keeps the newest 200", () => {
  const rows = listOf(Array.from({ length: 250 }, (_, id) => row(id)))
  expect(rows).toHaveLength(keptRows)
  expect(rows[0]?.delivery.id).toBe("dlv_249")
})

test("it waits longer after each break, at most 30 seconds", () => {
  expect([1, 2, 3, 5, 6, 50].map(pauseMillis)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000])
})
