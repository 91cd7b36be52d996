import { ReceiverConfigError } from "@heddle/receiver"
import { bestEffortKvStore, type KvNamespace } from "@heddle/receiver/cloudflare"
import { Miniflare } from "miniflare"
import { afterAll, beforeAll, expect, it } from "vitest"
import { makeReceiver, sign } from "../support/Fixtures.ts"

const miniflare = new Miniflare({
  modules: true,
  script: "export default { fetch: () => new Response() }",
  compatibilityDate: "2026-01-01",
  kvNamespaces: ["EVENTS"]
})
beforeAll(() => miniflare.ready)
afterAll(() => miniflare.dispose())

interface Listed extends KvNamespace {
  list(): Promise<{ keys: ReadonlyArray<{ name: string; expiration: number }> }>
}
const isNamespace = (value: object): value is Listed => "get" in value && "put" in value && "list" in value

it("an event that was handled is a duplicate from then on; one that failed runs again", async () => {
  const namespace: object = await miniflare.getKVNamespace("EVENTS")
  if (!isNamespace(namespace)) throw new Error("Miniflare gave no KV namespace.")
  let runs = 0
  const { receiver } = makeReceiver({
    store: bestEffortKvStore({ namespace }),
    handler: () => ((runs += 1) === 1 ? Promise.reject(new Error("no")) : undefined)
  })
  const signed = await sign()
  const codes: Array<string> = []
  for (let delivery = 1; delivery <= 3; delivery += 1) codes.push((await receiver.handle(signed)).code)
  expect(codes).toEqual(["handler_failed", "handled", "duplicate"])
  const { keys } = await namespace.list()
  expect(keys.map(({ name }) => name)).toEqual(["heddle:v1:keyword:C9xSample01:rule_sample"])
  expect(keys[0]?.expiration).toBeGreaterThan(Date.now() / 1000 + 30 * 86_400)
})

it("refuses what is no namespace", () => {
  expect(() => bestEffortKvStore(JSON.parse('{"namespace":{}}'))).toThrow(ReceiverConfigError)
})
