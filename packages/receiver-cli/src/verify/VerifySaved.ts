import { integerOption, parseArguments, toleranceRange } from "../Arguments.ts"
import { readSecrets, secretHelp, secretOptions } from "../SecretSources.ts"
import { type ExitCode, exitCodes, type Terminal, UsageError } from "../Terminal.ts"
import { type Circumstances, diagnose } from "./Diagnosis.ts"
import { jsonReport, textReport } from "./VerifyReport.ts"
import { readSaved } from "./SavedRequest.ts"

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
