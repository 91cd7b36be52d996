/** The pure parts of the account screen. */
import { encode } from "uqr"
import { describe, expect, it } from "vitest"
import { auditValues, isOfTrendingRule, knownAction } from "../../../src/features/account/AuditLog.tsx"
import { amountOf, noticesOf, unitOf } from "../../../src/features/account/NoticesForm.tsx"
import { strengthOf } from "../../../src/features/account/PasswordStrength.tsx"
import { qrPath, secretOf } from "../../../src/features/account/ScanCode.tsx"
import { deviceOf } from "../../../src/features/account/Sessions.tsx"

const uri = "otpauth://totp/Heddle:ann%40example.com?secret=JBSWY3DPEHPK3PXP&issuer=Heddle"

describe("one-time codes", () => {
  it("draws exactly the dark modules of the QR code", () => {
    const { size, data } = encode(uri, { border: 4 })
    const drawn = Array.from({ length: size }, () => Array.from({ length: size }, () => false))
    const { path, size: drawnSize } = qrPath(uri)
    for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
      drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(width))
    }
    expect(drawnSize).toBe(size)
    expect(drawn).toEqual(data)
  })

  it("shows the secret to those who cannot scan", () => {
    expect(secretOf(uri)).toBe("JBSWY3DPEHPK3PXP")
  })
})

describe("new passwords", () => {
  it.each([
    ["horse", "short"],
    ["aaaaaaaaaaaaaaaa", "weak"],
    ["1234567890123456", "weak"],
    ["blue horse 7", "fair"],
    ["correct horse battery", "strong"]
  ])("%s is %s", (password, strength) => {
    expect(strengthOf(password)).toBe(strength)
  })
})

describe("notices", () => {
  it("come back from the form as they were", () => {
    for (const below of [{ credits: 500 }, { percent: 20 }]) {
      const data = new FormData()
      data.append("enabled", "on")
      data.append("below", String(amountOf({ enabled: true, below })))
      data.append("unit", unitOf({ enabled: true, below }))
      expect(noticesOf(data)).toEqual({ enabled: true, below })
    }
  })

  it("are off when the box is not ticked", () => {
    const data = new FormData()
    data.append("below", "20")
    data.append("unit", "percent")
    expect(noticesOf(data)).toEqual({ enabled: false, below: { percent: 20 } })
  })
})

describe("audit log", () => {
  it("names the thing, else its id", () => {
    expect(auditValues({ target: "key_1", details: { name: "nightly" } })).toEqual({ name: "nightly", n: 0 })
    expect(auditValues({ target: "key_1", details: { before: { name: "a" }, after: { name: "b" } } }).name).toBe("b")
    expect(auditValues({ target: "pur_1", details: { plan: "plus", credits: 1_000_000 } })).toEqual({
      name: "API Plus",
      n: 1_000_000
    })
    expect(auditValues({ target: "ses_1", details: {} }).name).toBe("ses_1")
    expect(auditValues({ target: null, details: { name: 3, plan: null } })).toEqual({ name: "", n: 0 })
  })

  it("knows rules without a keyword", () => {
    expect(isOfTrendingRule({ action: "rule.created", details: { type: "trending" } })).toBe(true)
    expect(isOfTrendingRule({ action: "rule.updated", details: { after: { type: "trending" } } })).toBe(true)
    expect(isOfTrendingRule({ action: "rule.updated", details: { after: { type: "keyword" } } })).toBe(false)
    expect(isOfTrendingRule({ action: "key.created", details: { type: "trending" } })).toBe(false)
  })

  it("knows its actions, and no others", () => {
    expect(knownAction("key.created")).toBe("key.created")
    expect(knownAction("toString")).toBeUndefined()
  })
})

describe("sessions", () => {
  it("are named by browser and system", () => {
    const edge = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0"
    const phone =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1"
    expect(deviceOf(edge)).toBe("Edge, Windows")
    expect(deviceOf(phone)).toBe("Safari, iPhone")
    expect(deviceOf("curl/8.5.0")).toBeUndefined()
    expect(deviceOf(null)).toBeUndefined()
  })
})
