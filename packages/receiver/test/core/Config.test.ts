import { createReceiver, memoryStore } from "@heddle/receiver"
import { sampleEvent } from "@heddle/receiver/testing"
import { describe, expect, it } from "vitest"
import { configError, otherSecret, secret, sign, start, storeWith } from "../support/Fixtures.ts"

const handler = () => {}

describe("secrets", () => {
  it.each([
    ["empty", "", "missing_secret"],
    ["an empty list", [], "missing_secret"],
    ["a list with an empty one", [secret, ""], "missing_secret"],
    ["only the prefix", "whsec_", "weak_secret"],
    ["blank", "                        ", "weak_secret"],
    ["padded", ` ${secret}`, "weak_secret"],
    ["with a line feed at the end", `${secret}\n`, "weak_secret"],
    ["with a NUL", `${secret}\u0000`, "weak_secret"],
    ["in quotes, as docker --env-file leaves them", `"${secret}"`, "weak_secret"],
    ["with a zero-width space, as web pages have them", `${secret}\u200b`, "weak_secret"],
    ["behind a byte order mark", `\ufeff${secret}`, "weak_secret"],
    ["a text with a comma at its end", `${secret},`, "missing_secret"],
    ["a text of two, one padded", `${secret}, ${otherSecret}`, "weak_secret"],
    ["short", "whsec_0123456789abcde", "weak_secret"],
    ["an API key", "hdl_0123456789abcdefghijklmnop", "weak_secret"],
    ["one character repeated", `whsec_${"x".repeat(40)}`, "weak_secret"],
    ["seventeen of them", Array.from({ length: 17 }, (_, index) => `${secret}${index}`), "invalid_option"],
    ["seventeen in one text", Array.from({ length: 17 }, (_, index) => `${secret}${index}`).join(), "invalid_option"]
  ])("refuses %s", (_, secrets, code) => {
    expect(configError(() => createReceiver({ secrets, handler })).code).toBe(code)
  })

  it("refuses what JavaScript callers may pass", () => {
    const bytes = JSON.stringify(Buffer.from(secret))
    for (const value of ["undefined", "null", "42", "{}", "true", bytes]) {
      const secrets = value === "undefined" ? undefined : JSON.parse(value)
      expect(configError(() => createReceiver({ secrets, handler })).code).toBe("missing_secret")
    }
  })

  it("names the one that is wrong and repeats none", () => {
    const { message } = configError(() => createReceiver({ secrets: [otherSecret, `${secret} `], handler }))
    expect(message).toContain("secret 2")
    expect(message).not.toContain(secret)
  })

  it.each([
    { secrets: `${secret},${otherSecret}` },
    { secrets: `${otherSecret},${secret}` },
    { secrets: [`${otherSecret},${secret}`] }
  ])("takes several in one text, as an environment has them: $secrets", async ({ secrets }) => {
    const receiver = createReceiver({ secrets, handler, now: () => start * 1000 })
    for (const used of [secret, otherSecret]) {
      expect((await receiver.handle(await sign({ secrets: used }))).status).toBe(200)
    }
    const both = await sign({ secrets: `${otherSecret},${secret}`, body: sampleEvent({ post: { code: "both" } }) })
    expect(both.headers["X-Service-Signature"]).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
    expect((await receiver.handle(both)).code).toBe("handled")
  })

  it("takes up to sixteen, and twins", () => {
    const secrets = Array.from({ length: 15 }, (_, index) => `${secret}${index}`)
    expect(() => createReceiver({ secrets: [...secrets, secret], handler })).not.toThrow()
    expect(() => createReceiver({ secrets: [secret, secret], handler })).not.toThrow()
  })
})

describe("numbers", () => {
  const bad = [0, -1, Number.NaN, Number.POSITIVE_INFINITY, JSON.parse('"300"')]
  it.each(["toleranceSeconds", "leaseSeconds", "storeTimeoutSeconds", "maxBodyBytes", "bodyTimeoutSeconds"])(
    "refuses a bad %s",
    (name) => {
      for (const value of bad) {
        const error = configError(() => createReceiver({ secrets: secret, handler, [name]: value }))
        expect(error).toMatchObject({ code: "invalid_option", message: expect.stringContaining(name) })
      }
    }
  )

  it("a tolerance above an hour is refused", () => {
    const options = { secrets: secret, handler, toleranceSeconds: 3601 }
    expect(configError(() => createReceiver(options)).code).toBe("invalid_option")
  })

  it("dedupeBy is one of two", () => {
    const dedupeBy = JSON.parse('"rule"')
    expect(configError(() => createReceiver({ secrets: secret, handler, dedupeBy }))).toMatchObject({
      message: "dedupeBy must be one of event, post."
    })
  })

  it("the memory store's own", () => {
    expect(configError(() => memoryStore({ maxEntries: 0 })).code).toBe("invalid_option")
    expect(configError(() => memoryStore({ retentionSeconds: Number.NaN })).code).toBe("invalid_option")
  })
})

describe("the store", () => {
  const whole = memoryStore()

  it.each(["claim", "renew", "complete", "release"])("needs %s", (missing) => {
    const store = JSON.parse("null") ?? { ...storeWith({}), [missing]: undefined }
    const error = configError(() => createReceiver({ secrets: secret, handler, store }))
    expect(error).toMatchObject({ code: "invalid_option", message: expect.stringContaining(missing) })
  })

  it("null is no wish for the memory store, a promise of one no store", () => {
    for (const store of [JSON.parse("null"), Promise.resolve(whole)]) {
      const error = configError(() => createReceiver({ secrets: secret, handler, store }))
      expect(error).toMatchObject({ code: "invalid_option", message: expect.stringContaining("store") })
    }
  })
})

describe("functions", () => {
  it.each(["handler", "now", "onError", "onDuplicate", "onHandled"])("%s must be one", (name) => {
    const make = () => createReceiver({ secrets: secret, handler, [name]: "no function" })
    expect(configError(make)).toMatchObject({ code: "invalid_option", message: `${name} must be a function.` })
  })
})
