import { expect, it } from "vitest"
import { isAllOk } from "../../../src/features/status/Status.tsx"

const source = { name: "simulation", state: "ok", lastPostAt: null, failingSince: null } as const
const rounds = { state: "ok", lastAt: null, intervalSeconds: 180 } as const
const deliveries = { state: "ok", overdue: 0 } as const

it("is well when every part is", () => {
  expect(isAllOk({ sources: [source], rounds, deliveries })).toBe(true)
  expect(isAllOk({ sources: [source, { ...source, state: "failing" }], rounds, deliveries })).toBe(false)
  expect(isAllOk({ sources: [], rounds: { ...rounds, state: "late" }, deliveries })).toBe(false)
  expect(isAllOk({ sources: [], rounds, deliveries: { ...deliveries, state: "late" } })).toBe(false)
})
