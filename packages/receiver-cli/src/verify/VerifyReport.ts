import type { Terminal } from "../Terminal.ts"
import { duration, palette, printable } from "../Text.ts"
import type { Cause } from "./Causes.ts"
import type { Circumstances, Diagnosis } from "./Diagnosis.ts"
import type { SavedRequest } from "./SavedRequest.ts"

interface Examined {
  readonly request: SavedRequest
  readonly circumstances: Circumstances
  readonly diagnosis: Diagnosis
  readonly nowMs: number
}

const latestIso = 8.64e12
const iso = (seconds: number) =>
  seconds <= latestIso ? new Date(seconds * 1000).toISOString().replace(".000", "") : `t=${seconds}`

function describeClock({ circumstances, diagnosis: { signedAt }, nowMs }: Examined): string {
  if (signedAt === null) return "not known"
  const { receivedAtMs, toleranceSeconds } = circumstances
  const age = Math.floor((receivedAtMs ?? nowMs) / 1000) - signedAt
  const distance = age >= 0 ? `${duration(age)} before` : `${duration(-age)} after`
  if (receivedAtMs !== null) return `signed ${iso(signedAt)}, ${distance} it was received`
  const judged =
    Math.abs(age) <= toleranceSeconds
      ? ""
      : `; a receiver would refuse it now. Give --at TIME to judge its age when it came`
  return `signed ${iso(signedAt)}, ${distance} now${judged}`
}

function describeEvent({ request, diagnosis: { genuine } }: Examined): string {
  const size = `${request.body.byteLength.toLocaleString("en")} bytes`
  if (genuine === null) return size
  const { event } = genuine
  const keyword = event.rule.keyword === null ? "" : ` ${printable(event.rule.keyword)}`
  return `${size}; ${event.rule.type}${keyword}, @${printable(event.user.username)}, ${printable(event.post.caption, 60)}`
}

const notExact: Cause = {
  id: "body_parsed",
  found: "the file holds the body as parsed JSON, so its bytes are a guess",
  todo: 'Save the raw bytes: as "bodyBase64", or as text in "body".'
}

const notes = ({ request, diagnosis }: Examined): ReadonlyArray<Cause> =>
  request.exact || diagnosis.code === "verified" ? [] : [notExact]

const ownCheck =
  "If your own check refuses it, compare: HMAC-SHA256 in lower-case hex over t, a comma, and the raw body bytes; " +
  "the key is the whole secret, whsec_ included, not base64-decoded."

export function textReport({ out, colours }: Terminal, examined: Examined): void {
  const { good, bad, strong, faint } = palette(colours)
  const { code, message, secret, causes, clues } = examined.diagnosis
  const verified = code === "verified"
  out(verified ? good(`Genuine: ${message}`) : bad(`Refused, ${code}: ${message}`))
  out("")
  out(`  secret  ${secret === null ? "none of those given fits" : secret}`)
  out(`  clock   ${describeClock(examined)}`)
  out(`  body    ${describeEvent(examined)}`)
  const show = (title: string, list: ReadonlyArray<Cause>) => {
    if (list.length === 0) return
    out("")
    out(strong(title))
    for (const { id, found, todo } of list) {
      out(`  - ${found} ${faint(`(${id})`)}`)
      out(`    ${todo}`)
    }
  }
  show(secret === null ? "What is wrong:" : "Why (with all of it undone, the request is genuine):", causes)
  show("What it looks like:", [...notes(examined), ...clues])
  if (verified) {
    out("")
    out(ownCheck)
  }
}

export function jsonReport({ out }: Terminal, examined: Examined): void {
  const { code, message, secret, signedAt, genuine, causes, clues } = examined.diagnosis
  const { receivedAtMs } = examined.circumstances
  const receivedAt = receivedAtMs === null ? null : new Date(receivedAtMs)
  const eventKey = genuine?.eventKey ?? null
  const all = { causes, clues: [...notes(examined), ...clues] }
  out(JSON.stringify({ verified: code === "verified", code, message, secret, signedAt, receivedAt, eventKey, ...all }))
}
