/** Which times of networks are times: those that mean the same everywhere. */
import { assert, it } from "@effect/vitest"
import fc from "fast-check"
import { runs } from "../../../../../test/support/Runs.ts"
import { claimedSeconds, rfc3339Millis } from "../../../src/sources/network/Rfc3339.ts"

const day = Date.UTC(2026, 10, 25)
const three = day + 3 * 3_600_000

const times: ReadonlyArray<readonly [text: unknown, millis: number | undefined]> = [
  ["2026-11-25T03:00:00Z", three],
  ["2026-11-25T03:00:00.000Z", three],
  ["2026-11-25t03:00:00z", three],
  ["2026-11-25T03:00:00.5Z", three + 500],
  ["2026-11-25T03:00:00.123456Z", three + 123],
  ["2026-11-25T03:00:00.9999999999999999999999Z", three + 999],
  ["2026-11-25T11:00:00+08:00", three],
  ["2026-11-24T18:00:00-09:00", three],
  ["2026-11-25T03:00:00+00:00", three],
  ["2026-11-25T03:00:00-00:00", three],
  ["2026-11-26T02:59:00+23:59", three],
  ["2026-11-24T03:01:00-23:59", three],
  ["2026-12-31T23:59:60Z", Date.UTC(2027, 0, 1)],
  ["2027-01-01T07:59:60+08:00", Date.UTC(2027, 0, 1)],
  ["2026-12-31T15:59:60.5-08:00", Date.UTC(2027, 0, 1) + 500],
  ["2024-02-29T00:00:00Z", Date.UTC(2024, 1, 29)],
  ["2000-02-29T00:00:00Z", Date.UTC(2000, 1, 29)],
  ["1970-01-01T00:00:00Z", 0],
  ["1969-12-31T23:59:59Z", -1_000],
  ["0001-01-01T00:00:00Z", -62_135_596_800_000],
  ["9999-12-31T23:59:59Z", 253_402_300_799_000],
  ["2026-11-25T03:00:00", undefined],
  ["2026-11-25T03:00:00.000", undefined],
  ["2026-11-25", undefined],
  ["2026-11-25Z", undefined],
  ["2026-11-25T03:00Z", undefined],
  ["2026-11-25T03Z", undefined],
  ["2026-11-25 03:00:00Z", undefined],
  ["20261125T030000Z", undefined],
  ["2026-11-25T03:00:00 Z", undefined],
  ["2026-11-25T03:00:00Z ", undefined],
  ["2026-11-25T03:00:00Z\n", undefined],
  ["2026-11-25T03:00:00.Z", undefined],
  ["2026-11-25T03:00:00,5Z", undefined],
  ["2026-11-25T03:00:00+0800", undefined],
  ["2026-11-25T03:00:00+08", undefined],
  ["2026-11-25T03:00:00+24:00", undefined],
  ["2026-11-25T03:00:00+08:60", undefined],
  ["2026-11-25T03:00:00UTC", undefined],
  ["2026-11-25T03:00:00+08:00[Asia/Taipei]", undefined],
  ["2026-11-25T24:00:00Z", undefined],
  ["2026-11-25T03:60:00Z", undefined],
  ["2026-11-25T03:00:60Z", undefined],
  ["2026-11-25T23:59:60+08:00", undefined],
  ["2026-11-25T23:59:61Z", undefined],
  ["2026-13-01T00:00:00Z", undefined],
  ["2026-00-01T00:00:00Z", undefined],
  ["2026-11-31T00:00:00Z", undefined],
  ["2026-11-00T00:00:00Z", undefined],
  ["2026-02-29T00:00:00Z", undefined],
  ["1900-02-29T00:00:00Z", undefined],
  ["+002026-11-25T03:00:00Z", undefined],
  ["Wed, 25 Nov 2026 03:00:00 GMT", undefined],
  ["25 Nov 2026 03:00 +0800", undefined],
  ["1795575600", undefined],
  [1_795_575_600_000, undefined],
  ["２０２６-11-25T03:00:00Z", undefined],
  ["yesterday", undefined],
  ["", undefined],
  [null, undefined],
  [undefined, undefined],
  [{}, undefined]
]

it("are read in RFC 3339 with an offset, and in no other form", () => {
  for (const [text, millis] of times) assert.strictEqual(rfc3339Millis(text), millis, String(text))
})

it("are those of Date, for every time and offset", () => {
  const offset = fc.integer({ min: -1_439, max: 1_439 })
  fc.assert(
    fc.property(
      fc.date({ min: new Date(0), max: new Date(Date.UTC(9_999, 0)), noInvalidDate: true }),
      offset,
      (date, by) => {
        const local = new Date(date.getTime() + by * 60_000).toISOString().slice(0, -1)
        const two = (part: number) => String(part).padStart(2, "0")
        const zone = `${by < 0 ? "-" : "+"}${two(Math.floor(Math.abs(by) / 60))}:${two(Math.abs(by) % 60)}`
        fc.pre(/^\d{4}-/.test(local))
        assert.strictEqual(rfc3339Millis(local + zone), date.getTime())
      }
    ),
    { numRuns: runs(300) }
  )
})

it("of posts are within what the store holds", () => {
  assert.strictEqual(claimedSeconds("0001-01-01T00:00:00Z"), 0)
  assert.strictEqual(claimedSeconds("9999-12-31T23:59:59.9Z"), 253_402_300_799)
  assert.strictEqual(claimedSeconds("2026-11-25T03:00:00.25Z"), three / 1_000 + 0.25)
  assert.isUndefined(claimedSeconds("2026-11-25"))
})
