import { integerOption, parseArguments, readSecrets, secretHelp, secretOptions, toleranceRange } from "../Arguments.ts"
import { duration, type ExitCode, exitCodes, palette, printable, type Terminal, UsageError } from "../Terminal.ts"
import type { Cause } from "./Causes.ts"
import { type Circumstances, diagnose, type Diagnosis } from "./Diagnosis.ts"
import { readSaved, type SavedRequest } from "./SavedRequest.ts"

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

function textReport({ out, colours }: Terminal, examined: Examined): void {
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

function jsonReport({ out }: Terminal, examined: Examined): void {
  const { code, message, secret, signedAt, genuine, causes, clues } = examined.diagnosis
  const { receivedAtMs } = examined.circumstances
  const receivedAt = receivedAtMs === null ? null : new Date(receivedAtMs)
  const eventKey = genuine?.eventKey ?? null
  const all = { causes, clues: [...notes(examined), ...clues] }
  out(JSON.stringify({ verified: code === "verified", code, message, secret, signedAt, receivedAt, eventKey, ...all }))
}

export const verifyHelp = `heddle-receiver verify FILE [options]
heddle-receiver verify --body FILE --signature "t=…,v1=…" [options]

Says whether a saved request is genuine, and if not, why and what to do.

FILE (- reads standard input) is one of
  the text of an HTTP request: request line, headers, an empty line, the body
  JSON {"headers": {…}, "body": "…"} or {"headers": {…}, "bodyBase64": "…"}, with "receivedAt" if known
  the event of an AWS Lambda function
or give the parts:
  --body FILE           the raw body
  --signature VALUE     of X-Service-Signature

  --at TIME             when it was received: Unix seconds or ISO 8601, "now"; without it the age is shown but not judged
  --tolerance SECONDS   default ${toleranceRange.fallback}
  --json                one JSON object, for programs

${secretHelp}

Exit codes: 0 genuine, 1 refused, 2 the request, the options or the secret cannot be read.`

function readTime(text: string | undefined): number | null {
  if (text === undefined) return null
  if (text === "now") return Date.now()
  const ms = /^\d{1,12}$/.test(text) ? Number(text) * 1000 : Date.parse(text)
  if (Number.isNaN(ms)) throw new UsageError("--at must be Unix seconds, ISO 8601 or now.")
  return ms
}

function readOptions(args: ReadonlyArray<string>) {
  const { values, positionals } = parseArguments("verify", args, {
    body: { type: "string" },
    signature: { type: "string" },
    at: { type: "string" },
    tolerance: { type: "string" },
    json: { type: "boolean" },
    ...secretOptions
  })
  if (positionals.length > 1) throw new UsageError("verify takes one file at a time.")
  const inputs = [positionals[0], values.body, values["secret-file"]].filter((path) => path === "-")
  if (inputs.length > 1) throw new UsageError("Only one thing can be read from standard input.")
  const source = { file: positionals[0] ?? null, body: values.body ?? null, signature: values.signature ?? null }
  return {
    values,
    source,
    atMs: readTime(values.at),
    toleranceSeconds: integerOption("tolerance", values.tolerance, toleranceRange)
  }
}

export async function verifySaved(terminal: Terminal): Promise<ExitCode> {
  const { values, source, atMs, toleranceSeconds } = readOptions(terminal.args)
  const request = await readSaved(source, terminal)
  const secrets = await readSecrets(values, terminal)
  const circumstances: Circumstances = { secrets, receivedAtMs: atMs ?? request.receivedAtMs, toleranceSeconds }
  const diagnosis = await diagnose(request, circumstances)
  const report = values.json === true ? jsonReport : textReport
  report(terminal, { request, circumstances, diagnosis, nowMs: Date.now() })
  return diagnosis.code === "verified" ? exitCodes.success : exitCodes.failed
}
