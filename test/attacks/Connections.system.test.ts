/**
 * Strangers who open connections and never close them: whatever they send or leave unread, the server gives every
 * descriptor back, and others are served meanwhile.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { assert, it } from "vitest"
import { describeWith } from "../support/DescribeWith.ts"
import type { HeddleProcess } from "../support/HeddleProcess.ts"
import { isLongRun } from "../support/Runs.ts"
import { metric } from "../support/Operator.ts"
import { footprints, settledFootprint } from "../support/Footprint.ts"
import { withServer } from "../support/RunningServer.ts"
import { type Hostile, withFlood } from "./Sockets.ts"

const connections = 500
/** Other descriptors of the server come and go. */
const slack = 10
/** What the server closes is gone this soon; on a busy machine, this much later. */
const goneSeconds = 2
const busySeconds = 30
const pollMillis = 250

/** The limits in `apps/server/src/transport/Ports.ts`, and how often Node looks for late requests. */
const headersSeconds = 15
const idleSeconds = 20
const checkSeconds = 2

/** No proxy by default, unlike 127.0.0.1. */
const stranger = "127.0.0.2"
const maxConnections = 300
const maxPerAddress = 100

interface Attack {
  readonly label: string
  readonly count?: number
  readonly hostile: Omit<Hostile, "url">
  /** How long the server may take to get rid of them. */
  readonly seconds: number
}

const attacks: ReadonlyArray<Attack> = [
  {
    label: "malformed requests",
    hostile: { bytes: "GET / HTTP/1.1\r\nno header\r\n\r\n" },
    seconds: goneSeconds
  },
  {
    label: "a good request, then a malformed one",
    hostile: { bytes: "GET /healthz HTTP/1.1\r\nhost: x\r\n\r\nno method\r\n\r\n" },
    seconds: goneSeconds
  },
  {
    label: "oversized headers",
    hostile: { bytes: `GET / HTTP/1.1\r\nhost: x\r\nx: ${"x".repeat(40_000)}\r\n\r\n` },
    seconds: goneSeconds
  },
  {
    label: "half a header",
    hostile: { bytes: "GET /healthz HTTP/1.1\r\nhost: x\r\n" },
    seconds: headersSeconds + checkSeconds + goneSeconds
  },
  { label: "nothing at all", hostile: {}, seconds: headersSeconds + checkSeconds + goneSeconds },
  {
    label: "answers never read",
    count: 100,
    hostile: { bytes: "GET /docs HTTP/1.1\r\nhost: x\r\n\r\n".repeat(20) },
    // Node looks twice whether any of an answer was read, and begins once it has written what it can.
    seconds: 2 * idleSeconds + 10
  }
]

const answerMillis = async ({ baseUrl }: HeddleProcess): Promise<number> => {
  const start = performance.now()
  const answer = await fetch(`${baseUrl}/healthz`)
  assert.strictEqual(answer.status, 200)
  return Math.round(performance.now() - start)
}

describeWith(footprints, "Connections that are never closed", (footprintOf) => {
  const leavesNothing = async (
    server: HeddleProcess,
    url: string,
    { label, count = connections, hostile, seconds }: Attack
  ) => {
    const before = await settledFootprint(footprintOf, server)
    const { peak, after, took } = await withFlood(count, { ...hostile, url }, async () => {
      const peak = footprintOf(server)
      const start = performance.now()
      await sleep(seconds * 1000)
      while (footprintOf(server).descriptors > before.descriptors + slack) {
        if (performance.now() - start > (seconds + busySeconds) * 1000) break
        await sleep(pollMillis)
      }
      return { peak, after: footprintOf(server), took: (performance.now() - start) / 1000 }
    })
    process.stdout.write(
      `${count} × ${label}: descriptors ${before.descriptors} → ${peak.descriptors} → ${after.descriptors} ` +
        `after ${took.toFixed(1)} s, memory ${before.residentMiB} → ${after.residentMiB} MiB\n`
    )
    assert.isAtMost(after.descriptors, before.descriptors + slack, label)
  }

  it(
    "are closed by the server",
    () =>
      withServer({}, async (server) => {
        // A server that has just started opens the last of its own descriptors with the first connections.
        await withFlood(connections, { url: server.baseUrl, bytes: "warm up\r\n\r\n" }, () => sleep(goneSeconds * 1000))
        for (const attack of attacks) {
          if (attack.seconds > goneSeconds && !isLongRun) continue
          await leavesNothing(server, server.baseUrl, attack)
          await leavesNothing(server, server.operatorUrl, { ...attack, count: 150 })
        }
      }),
    600_000
  )

  it(
    "beyond the limits are closed at once, and others are served",
    () =>
      withServer({ HEDDLE_MAX_CONNECTIONS: String(maxConnections) }, async (server) => {
        const before = await settledFootprint(footprintOf, server)
        const open = async () => (await settledFootprint(footprintOf, server)).descriptors - before.descriptors
        await withFlood(connections, { url: server.baseUrl, localAddress: stranger }, async () => {
          const [held, millis] = [await open(), await answerMillis(server)]
          process.stdout.write(
            `${connections} connections of one address: ${held} stay open; another address waits ${millis} ms\n`
          )
          assert.isAtMost(held, maxPerAddress + slack)
          assert.isAtLeast(held, maxPerAddress - slack, "the limit is not lower than it says")
        })
        await withFlood(connections, { url: server.baseUrl }, async () => {
          const held = await open()
          process.stdout.write(`${connections} connections through a proxy: ${held} stay open\n`)
          assert.isAtMost(held, maxConnections + slack)
          assert.strictEqual((await fetch(`${server.operatorUrl}/readyz`)).status, 200, "the other port is served")
        })
        await answerMillis(server)
        assert.isAtMost(await open(), slack)
        const refused = (limit: string) => metric(server, `connections_refused_total{port="public",limit="${limit}"}`)
        assert.strictEqual(await refused("address"), connections - maxPerAddress)
        assert.isAtLeast(await refused("port"), connections - maxConnections)
      }),
    120_000
  )
})
