/**
 * Strangers who open connections and never close them: whatever they send or leave unread, the server gives every
 * descriptor back, and others are served meanwhile.
 */
import { setTimeout as sleep } from "node:timers/promises"
import { assert, it } from "vitest"
import { describeWith } from "../support/DescribeWith.ts"
import type { HeddleProcess } from "../support/HeddleProcess.ts"
import { isLongRun } from "../support/Runs.ts"
import { footprints, report, withServer } from "./AttackedServer.ts"
import { type Hostile, withFlood } from "./Sockets.ts"

const connections = 500
/** Other descriptors of the server come and go. */
const slack = 10
/** What the server closes is gone this soon. */
const goneSeconds = 2

/** The limits in `apps/server/src/transport/Ports.ts`, and how often Node looks for late requests. */
const headersSeconds = 15
const idleSeconds = 30
const checkSeconds = 2

const stranger = "127.0.0.2"

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
    seconds: idleSeconds + goneSeconds
  }
]

describeWith(footprints, "Connections that are never closed", (footprintOf) => {
  const leavesNothing = async (
    server: HeddleProcess,
    url: string,
    { label, count = connections, hostile, seconds }: Attack
  ) => {
    const before = footprintOf(server)
    const [peak, after] = await withFlood(count, { ...hostile, url }, async () => {
      const peak = footprintOf(server)
      await sleep(seconds * 1000)
      return [peak, footprintOf(server)]
    })
    report(
      `${count} × ${label}: descriptors ${before.descriptors} → ${peak?.descriptors} → ${after?.descriptors} ` +
        `after ${seconds} s, memory ${before.residentMiB} → ${after?.residentMiB} MiB`
    )
    assert.isAtMost(after?.descriptors ?? Infinity, before.descriptors + slack, label)
  }

  it(
    "are closed by the server",
    () =>
      withServer({}, async (server) => {
        // The server opens files of its own for a while after its start.
        await sleep(3_000)
        for (const attack of attacks) {
          if (attack.seconds > goneSeconds && !isLongRun) continue
          await leavesNothing(server, server.baseUrl, attack)
        }
      }),
    300_000
  )
})
