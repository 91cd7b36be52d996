import { ReceiverConfigError } from "@heddle/receiver"
import { bestEffortKvStore } from "@heddle/receiver/cloudflare"
import { expect, it } from "vitest"

it("refuses what is no namespace", () => {
  expect(() => bestEffortKvStore(JSON.parse('{"namespace":{}}'))).toThrow(ReceiverConfigError)
})
