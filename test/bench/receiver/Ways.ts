/** One signed body, and every library that verifies it in its own scheme. Each way rejects or throws if it does not. */
import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto"
import { createReceiver, memoryStore, verify } from "@heddle/receiver"
import { sampleEvent } from "@heddle/receiver/testing"
import { peers } from "./Peers.ts"

export interface Way {
  readonly name: string
  readonly run: () => Promise<void>
}

const secret = "whsec_QmFzZTY0IG9mIHRoaXJ0eS10d28gcmFuZG9tIGJ5dGVz"

/** What every request carries besides, so that finding the signature costs what it does in a server. */
const usualHeaders = {
  host: "receiver.example",
  "user-agent": "Heddle-Webhooks/1.21.0",
  accept: "*/*",
  "accept-encoding": "gzip, deflate, br",
  "content-type": "application/json",
  "x-forwarded-for": "203.0.113.7",
  "x-forwarded-proto": "https",
  "x-request-id": "6f1c0b7e-5f4f-4e6e-9d1f-2f1f0c6f8a11",
  "x-service-idempotency-key": "evt_01JABCDEF",
  "x-service-delivery-attempt": "1"
}

const check = (passed: boolean): void => {
  if (!passed) throw new Error("A way of the benchmark did not verify.")
}

/** The same event about another post, in as many bytes. */
const aboutAnother = (body: Buffer): Buffer => {
  const { code } = sampleEvent().post
  const other = `${code.slice(0, -1)}${code.endsWith("0") ? "1" : "0"}`
  return Buffer.from(body.toString("utf8").replace(JSON.stringify(code), JSON.stringify(other)))
}

/** Other libraries as far as they are installed. */
const othersOf = async (body: Buffer, timestamp: number): Promise<ReadonlyArray<Way>> =>
  peers.isThere
    ? Object.values(await peers.open()(secret)).map(({ name, sign, verify }) => {
        const signed = sign(body.toString("utf8"), timestamp)
        return { name, run: async () => verify(body, signed) }
      })
    : []

/** `body` is JSON in UTF-8; `timestamp` in Unix seconds lies at most five minutes from now. */
export async function waysOf(body: Buffer, timestamp: number): Promise<ReadonlyArray<Way>> {
  const key = createSecretKey(Buffer.from(secret))
  const prefix = `${timestamp},`
  const mac = createHmac("sha256", key).update(prefix).update(body).digest()
  const headersOf = (signature: string) => ({
    ...usualHeaders,
    "content-length": String(body.byteLength),
    "x-service-signature": `t=${timestamp},v1=${signature}`
  })
  const headers = headersOf(mac.toString("hex"))
  const forged = headersOf("0".repeat(64))

  // A store that remembers one event, and two events in turn: none is ever a repeat.
  const deliveries = [body, aboutAnother(body)].map((bytes) => ({
    body: bytes,
    headers: headersOf(createHmac("sha256", key).update(prefix).update(bytes).digest("hex"))
  }))
  let delivered = 0
  const receiver = createReceiver({
    secrets: secret,
    store: memoryStore({ maxEntries: 1 }),
    handler: () => Promise.resolve()
  })

  return [
    {
      name: "floor",
      run: async () => check(timingSafeEqual(createHmac("sha256", key).update(prefix).update(body).digest(), mac))
    },
    {
      name: "verify",
      run: async () => check((await verify({ secrets: secret, headers, body })).signedAt === timestamp)
    },
    {
      name: "verify, then JSON.parse",
      run: async () => {
        const verified = await verify({ secrets: secret, headers, body })
        JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(verified.body))
      }
    },
    {
      name: "verify, forged",
      run: () =>
        verify({ secrets: secret, headers: forged, body }).then(
          () => check(false),
          () => {}
        )
    },
    {
      name: "createReceiver",
      run: async () => {
        const request = deliveries[(delivered += 1) % 2]
        check(request !== undefined && (await receiver.handle(request)).code === "handled")
      }
    },
    ...(await othersOf(body, timestamp))
  ]
}
