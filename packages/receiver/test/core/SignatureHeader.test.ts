import { describe, expect, it } from "vitest"
import { makeReceiver, sign, start } from "../support/Fixtures.ts"

const signed = await sign()
const genuine = signed.headers["X-Service-Signature"] ?? ""
const hex = genuine.slice(genuine.indexOf("v1=") + 3)

const send = async (value: string | ReadonlyArray<string>) => {
  const { receiver, handled } = makeReceiver()
  const reply = await receiver.handle({ ...signed, headers: { "x-service-signature": value } })
  return { code: reply.code, status: reply.status, ran: handled.length }
}

describe("accepted headers", () => {
  it.each([
    ["the plain form", `t=${start},v1=${hex}`],
    ["v1 before t", `v1=${hex},t=${start}`],
    ["the match is the last of several", `t=${start},v1=${"0".repeat(64)},v1=${hex}`],
    ["the match is the first of several", `t=${start},v1=${hex},v1=${"0".repeat(64)}`],
    ["sixteen v1", `t=${start},${`v1=${"0".repeat(64)},`.repeat(15)}v1=${hex}`],
    ["an unknown scheme beside v1", `t=${start},v1=${hex},v2=anything/else+here==`]
  ])("%s", async (_, value) => {
    expect(await send(value)).toEqual({ code: "handled", status: 200, ran: 1 })
  })
})

describe("malformed headers", () => {
  it.each([
    ["two t", `t=${start},t=${start},v1=${hex}`],
    ["two t, the second forged", `t=1,t=${start},v1=${hex}`],
    ["no t", `v1=${hex}`],
    ["empty t", `t=,v1=${hex}`],
    ["hex t", `t=0x${start.toString(16)},v1=${hex}`],
    ["t with junk behind", `t=${start}junk,v1=${hex}`],
    ["t with an exponent", `t=1.76e9,v1=${hex}`],
    ["t with a fraction", `t=${start}.0,v1=${hex}`],
    ["t with a sign", `t=+${start},v1=${hex}`],
    ["negative t", `t=-${start},v1=${hex}`],
    ["t with a leading zero", `t=0${start},v1=${hex}`],
    ["t of 13 digits (milliseconds)", `t=${start}000,v1=${hex}`],
    ["t in other digits", `t=１７６０００００００,v1=${hex}`],
    ["t with a line feed", `t=${start}\n,v1=${hex}`],
    ["a space behind the comma", `t=${start}, v1=${hex}`],
    ["a space in front", ` t=${start},v1=${hex}`],
    ["a tab", `t=${start},\tv1=${hex}`],
    ["a signature under another key", `t=${start},foo=${hex}`],
    ["an empty extension", `t=${start},v1=${hex},foo=`],
    ["a bare word", `t=${start},v1=${hex},foo`],
    ["bare hex", hex],
    ["bare hex beside t", `t=${start},${hex}`],
    ["no v1", `t=${start}`],
    ["an empty v1", `t=${start},v1=`],
    ["v1 too short", `t=${start},v1=${hex.slice(0, 62)}`],
    ["v1 too long", `t=${start},v1=${hex}00`],
    ["v1 not hex", `t=${start},v1=${hex.slice(0, 63)}g`],
    ["v1 with 0x", `t=${start},v1=0x${hex.slice(0, 62)}`],
    ["upper-case hex", `t=${start},v1=${hex.toUpperCase()}`],
    ["a good v1 beside a broken one", `t=${start},v1=${hex},v1=short`],
    ["upper-case keys", `T=${start},V1=${hex}`],
    ["seventeen v1", `t=${start}${`,v1=${hex}`.repeat(17)}`],
    ["a trailing comma", `t=${start},v1=${hex},`],
    ["a doubled comma", `t=${start},,v1=${hex}`],
    ["only commas", ",,,"],
    ["semicolons", `t=${start};v1=${hex}`],
    ["over 4 KB", `t=${start},v1=${hex},x=${"y".repeat(4096)}`],
    ["a repeated header joined by HTTP", `${genuine}, ${genuine}`],
    ["a repeated header as a list", [genuine, genuine]]
  ])("%s", async (_, value) => {
    expect(await send(value)).toEqual({ code: "malformed_header", status: 400, ran: 0 })
  })

  it("two spellings of the header name count as repeated", async () => {
    const { receiver } = makeReceiver()
    const headers = { "X-Service-Signature": genuine, "x-service-signature": genuine }
    expect((await receiver.handle({ ...signed, headers })).code).toBe("malformed_header")
  })

  it.each([
    ["absent", {}],
    ["empty", { "X-Service-Signature": "" }],
    ["undefined", { "X-Service-Signature": undefined }],
    ["an empty list", { "X-Service-Signature": [] }]
  ])("%s is missing", async (_, headers) => {
    const { receiver } = makeReceiver()
    expect(await receiver.handle({ ...signed, headers })).toMatchObject({ code: "missing_header", status: 400 })
  })
})
