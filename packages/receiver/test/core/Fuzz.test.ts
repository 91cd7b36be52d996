/** Whatever comes, there is an answer, and none is an acceptance that another implementation would not give. */
import { createHmac } from "node:crypto"
import { sampleEvent } from "@heddle/receiver/testing"
import * as fc from "fast-check"
import { expect, it } from "vitest"
import { runs } from "../../../../test/support/Runs.ts"
import { makeReceiver, otherSecret, secret, start } from "../support/Fixtures.ts"

const numRuns = runs(5_000)
const secrets = [secret, otherSecret]
const genuine = Buffer.from(JSON.stringify(sampleEvent()))
const macOf = (key: string, timestamp: string, body: Uint8Array) =>
  createHmac("sha256", key).update(`${timestamp},`).update(body).digest("hex")

/** Says no more than service.md: a fresh `t`, and a `v1` that is the HMAC of these bytes under a secret of ours. */
function mayPass(header: string, body: Uint8Array): boolean {
  const values = (key: string) =>
    header.split(",").flatMap((part) => (part.startsWith(`${key}=`) ? part.slice(key.length + 1) : []))
  const [timestamp = "", ...more] = values("t")
  if (more.length > 0 || Math.abs(Number(timestamp) - start) > 300) return false
  return secrets.some((key) => values("v1").includes(macOf(key, timestamp, body)))
}

const noise = fc.string({ unit: "binary", maxLength: 12 })
const hexDigits = fc.stringMatching(/^[0-9a-f]{64}$/)
const time = fc.oneof(
  { weight: 6, arbitrary: fc.constant(String(start)) },
  fc.integer({ min: start - 330, max: start + 330 }).map(String),
  fc.constantFrom("", "0", "-1", "1e9", `0${start}`, `${start}.0`, ` ${start}`, "9".repeat(13), "NaN")
)

/** Byte strings near the genuine one: cut, lengthened, one bit changed, decoded and encoded again. */
const body = fc.oneof(
  { weight: 4, arbitrary: fc.constant(genuine) },
  fc.nat(genuine.length).map((end) => genuine.subarray(0, end)),
  fc.nat(genuine.length * 8 - 1).map((bit) => {
    const changed = Buffer.from(genuine)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    return changed
  }),
  fc.uint8Array({ maxLength: 40 }).map((end) => Buffer.concat([genuine, end])),
  fc.uint8Array({ maxLength: 40 }).map((head) => Buffer.concat([head, genuine])),
  fc.constant(Buffer.from(JSON.stringify(sampleEvent(), null, 1))),
  fc.json().map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 200 })
)

/** Also headers that are right but for one part, since those of noise alone all fail at the same place. */
const attempt = fc.tuple(body, body, time, time, fc.boolean()).chain(([signed, sent, signedAt, written, same]) => {
  const macs = secrets.map((key) => macOf(key, signedAt, signed))
  const signature = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...macs) },
    hexDigits,
    fc.constantFrom(...macs).map((mac) => mac.toUpperCase()),
    fc.tuple(fc.constantFrom(...macs), fc.nat(70)).map(([mac, end]) => mac.slice(0, end)),
    noise
  )
  const part = fc.oneof(
    { weight: 6, arbitrary: signature.map((value) => `v1=${value}`) },
    signature.map((value) => `v0=${value}`),
    signature,
    fc.constantFrom("", " ", "t", "=", `t=${start}`, "v2=x", "T=1", "v1="),
    noise
  )
  const t = fc.constant(`t=${same ? signedAt : written}`)
  const header = fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .tuple(t, fc.array(part, { minLength: 1, maxLength: 4 }))
        .map(([at, parts]) => [at, ...parts].join(","))
    },
    fc.tuple(fc.array(part, { maxLength: 3 }), t, part).map(([parts, at, last]) => [...parts, at, last].join(",")),
    fc.array(fc.oneof(part, t, noise), { maxLength: 18 }).map((parts) => parts.join("")),
    fc.string({ unit: "binary", maxLength: 60 })
  )
  return fc.tuple(header, fc.constant(same ? signed : sent))
})

const untouched = ["missing_header", "malformed_header", "too_old", "too_new", "no_match"]
const verified = ["handled", "duplicate", "invalid_json", "invalid_event"]

it(
  `${numRuns} headers and bodies: an answer to each, and none that is not signed gets through`,
  async () => {
    const { receiver } = makeReceiver({ secrets })
    const seen = new Map<string, number>()
    const property = fc.asyncProperty(attempt, async ([header, body]) => {
      const { code } = await receiver.handle({ headers: { "x-service-signature": header }, body })
      seen.set(code, (seen.get(code) ?? 0) + 1)
      expect([...untouched, ...verified]).toContain(code)
      expect(!verified.includes(code) || mayPass(header, body)).toBe(true)
    })
    await fc.assert(property, { numRuns })
    // Nothing would be shown by requests that all fail alike.
    expect([...seen.keys()].toSorted()).toEqual([...untouched, ...verified].toSorted())
  },
  60_000 + numRuns
)
