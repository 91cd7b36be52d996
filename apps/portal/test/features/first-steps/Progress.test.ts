import { describe, expect, it } from "vitest"
import { callsOf, nextStep, progressOf } from "../../../src/features/first-steps/Progress.ts"

const fresh = { hasPlan: false, keys: [], calls: 0, usesMcp: false, endpoints: 0 }
const key = { status: "active", lastUsedAt: null }

describe("first steps", () => {
  it("go one after the other", () => {
    expect(nextStep(progressOf(fresh))).toBe("plan")
    expect(nextStep(progressOf({ ...fresh, hasPlan: true }))).toBe("key")
    expect(nextStep(progressOf({ ...fresh, hasPlan: true, keys: [key] }))).toBe("call")
    expect(nextStep(progressOf({ ...fresh, hasPlan: true, keys: [key], calls: 1 }))).toBe("webhook")
    const all = { hasPlan: true, keys: [key], calls: 1, endpoints: 1, usesMcp: true }
    expect(nextStep(progressOf(all))).toBeUndefined()
  })

  it("a call was made when a key was used, also long ago", () => {
    const used = { status: "revoked", lastUsedAt: "2026-01-01T00:00:00Z" }
    expect(progressOf({ ...fresh, keys: [used] })).toMatchObject({ key: false, call: true })
  })

  it("an event that was sent is no call", () => {
    const webhook = { name: "webhook", calls: 72 }
    expect(callsOf([webhook])).toBe(0)
    expect(callsOf([webhook, { name: "rest", calls: 2 }, { name: "mcp", calls: 1 }])).toBe(3)
  })

  it("claim nothing that is not known yet", () => {
    expect(nextStep(progressOf({}))).toBeUndefined()
    expect(progressOf({ hasPlan: true }).call).toBeUndefined()
  })
})
