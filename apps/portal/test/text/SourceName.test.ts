/** What the usage screen calls what spent credits. */
import { expect, test } from "vitest"
import { sourceName } from "../../src/rpc/SourceNames.ts"

const t = (id: string, values: Readonly<Record<string, unknown>> = {}) => `${id} ${Object.values(values).join()}`
const endpoints = [{ id: "ep_1", url: "https://shop.example/hooks" }]

test("a key keeps its name", () => {
  expect(sourceName(t, "nightly report", endpoints)).toBe("nightly report")
  expect(sourceName(t, "webhook of mine", endpoints)).toBe("webhook of mine")
})

test("an endpoint is its address, and its id once it is deleted", () => {
  expect(sourceName(t, "webhook ep_1", endpoints)).toBe("ui.source.webhook shop.example/hooks")
  expect(sourceName(t, "webhook ep_2", endpoints)).toBe("ui.source.webhook ep_2")
  expect(sourceName(t, "webhook ep_2", undefined)).toBe("ui.source.webhook …")
})

test("an application has its name", () => {
  expect(sourceName(t, "account login (Heddle portal)", [])).toBe("ui.source.login Heddle portal")
})
