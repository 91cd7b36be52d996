import type { PortalKey } from "@heddle/api/portal"
import { Schema } from "effect"
import { KeyId } from "@heddle/api"
import { expect, it } from "vitest"
import { changedKey, newKey } from "../../../src/features/keys/KeyForms.tsx"

const form = (fields: Readonly<Record<string, string>>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}

const key: PortalKey = {
  id: Schema.decodeUnknownSync(KeyId)("key_01M7YY0HSY8ZTAVD0RDB125TQK"),
  name: "nightly",
  prefix: "hdl_abcd",
  lastFour: "wxyz",
  status: "active",
  createdAt: "2026-11-01T00:00:00Z",
  lastUsedAt: null,
  expiresAt: "2026-12-24T13:15:00Z",
  creditLimit: 500,
  spentThisMonth: 0
}

it("leaves out what a new key does not have", () => {
  expect(newKey(form({ name: " nightly ", expiresAt: "", creditLimit: "" }))).toEqual({ name: "nightly" })
})

it("lets a new key live until the end of the chosen UTC day", () => {
  expect(newKey(form({ name: "a", expiresAt: "2026-12-24", creditLimit: "0" }))).toEqual({
    name: "a",
    expiresAt: "2026-12-24T23:59:59Z",
    creditLimit: 0
  })
})

it("sends only what was changed, so that the time of day of an expiry stays", () => {
  const same = { name: "nightly", expiresAt: "2026-12-24", creditLimit: "500" }
  expect(changedKey(form(same), key)).toEqual({ keyId: key.id })
  expect(changedKey(form({ ...same, name: "daily" }), key)).toEqual({ keyId: key.id, name: "daily" })
})

it("takes away an expiry and a limit that were emptied", () => {
  expect(changedKey(form({ name: "nightly", expiresAt: "", creditLimit: "" }), key)).toEqual({
    keyId: key.id,
    expiresAt: null,
    creditLimit: null
  })
})
