import type { IdempotencyStore } from "@heddle/receiver"
import { randomUUID } from "node:crypto"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll } from "vitest"
import { describeWith } from "../../../../test/support/DescribeWith.ts"
import type { Running } from "../../../../test/support/LocalServer.ts"
import { startWorker } from "../runtimes/Workers.ts"
import { conformance } from "./Conformance.ts"

describeWith(startWorker, "DurableObjectStore in workerd", (start) => {
  let worker: Running | undefined
  beforeAll(async () => {
    worker = await start({
      entry: fileURLToPath(new URL("CloudflareWorker.ts", import.meta.url)),
      objects: "TestObject"
    })
  })
  afterAll(() => worker?.close())

  const ask = async (...step: ReadonlyArray<string | number>): Promise<unknown> => {
    const init = { method: "POST", body: JSON.stringify(step) }
    return (await fetch(`http://127.0.0.1:${worker?.port}/`, init)).json()
  }

  const newStore = (): IdempotencyStore => {
    const space = randomUUID()
    const is = async (...step: ReadonlyArray<string | number>) => (await ask(space, ...step)) === true
    return {
      claim: async (key, owner, leaseMs) => JSON.parse(JSON.stringify(await ask(space, "claim", key, owner, leaseMs))),
      renew: (key, owner, leaseMs) => is("renew", key, owner, leaseMs),
      complete: (key, owner) => is("complete", key, owner),
      release: (key, owner) => is("release", key, owner)
    }
  }

  conformance(() => ({
    store: newStore(),
    advance: async (seconds) => void (await ask("", "advance", String(seconds)))
  }))
})
