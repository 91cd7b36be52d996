import {
  integerOption,
  parseArguments,
  refusePositionals,
  secretHelp,
  secretOptions,
  toleranceRange,
  urlOption
} from "../Arguments.ts"
import { type Terminal, UsageError } from "../Terminal.ts"

export interface FollowOptions {
  readonly forwardTo: URL
  readonly endpoint: string
  readonly since: string | null
  readonly takeOver: boolean
  readonly baseUrl: URL
  readonly apiKey: string
}

const followOptions = {
  "forward-to": { type: "string" },
  endpoint: { type: "string" },
  since: { type: "string" },
  "take-over": { type: "boolean" }
} as const

interface Values {
  readonly "forward-to"?: string | undefined
  readonly endpoint?: string | undefined
  readonly since?: string | undefined
  readonly "take-over"?: boolean | undefined
}

const unitsMs: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A time, or how long ago: `30m`, `2h`, `3d`. */
function sinceOption(text: string): string {
  const [, count, unit = ""] = /^(\d{1,4})([mhd])$/.exec(text) ?? []
  const millis = count === undefined ? Date.parse(text) : Date.now() - Number(count) * (unitsMs[unit] ?? 0)
  if (Number.isNaN(millis)) throw new UsageError("--since must be a time such as 2026-11-21T09:00:00Z, or 30m, 2h, 3d.")
  return new Date(millis).toISOString()
}

const needed = (name: string, value: string | undefined, how: string): string => {
  if (value !== undefined && value !== "") return value
  throw new UsageError(`--forward-to needs ${name}: ${how}.`)
}

function addressOf(text: string): URL {
  try {
    return new URL(text)
  } catch {
    throw new UsageError("HEDDLE_API_URL must be a whole address such as https://heddle.example.com.")
  }
}

/** Null when the command is to wait for requests itself. */
function readFollowOptions(values: Values, other: ReadonlyArray<string>, { env }: Terminal): FollowOptions | null {
  const forwardTo = values["forward-to"]
  if (forwardTo === undefined) {
    const stray = Object.keys(followOptions).find((name) => name in values)
    if (stray !== undefined) throw new UsageError(`--${stray} works with --forward-to only.`)
    return null
  }
  const [conflict] = other
  if (conflict !== undefined)
    throw new UsageError(`--forward-to opens no port, so --${conflict} has no meaning with it.`)
  return {
    forwardTo: urlOption("forward-to", forwardTo),
    endpoint: needed("an endpoint", values.endpoint, "give --endpoint ep_… (GET /webhook/endpoints lists yours)"),
    since: values.since === undefined ? null : sinceOption(values.since),
    takeOver: values["take-over"] === true,
    baseUrl: addressOf(needed("the address of the service", env["HEDDLE_API_URL"], "set HEDDLE_API_URL")),
    apiKey: needed("an API key", env["HEDDLE_API_KEY"], "set HEDDLE_API_KEY")
  }
}

/** Next to those of the server and its demo, 4000 to 4002, so that both can run. */
const defaultPort = 4003
const defaultFailureStatus = 503
const maxFailures = 100

export const listenHelp = `heddle-receiver listen [options]

Listens on every path, verifies each event, shows it once, and acknowledges it.

  --port PORT           default ${defaultPort}; 0 takes a free one
  --host HOST           default 127.0.0.1: this machine only
  --json                one JSON object a line, for programs
  --forward URL         passes each verified event on, as it came; its answer is the answer
  --fail N              refuses the first N deliveries of each event, to see the retries
  --status STATUS       what --fail answers, 300 to 599; default ${defaultFailureStatus}
  --tolerance SECONDS   accepted age of a signature, in both directions; default ${toleranceRange.fallback}
  --save FOLDER         keeps each refused request there, for "heddle-receiver verify"

Without a public address (HEDDLE_API_KEY and HEDDLE_API_URL in the environment; no port, no secret):
  --forward-to URL      passes the real events of an endpoint on to your app, and acknowledges what it answers with 2xx
  --endpoint ID         which endpoint (ep_…)
  --since TIME          begins with the events since then: 30m, 2h, 3d or 2026-11-21T09:00:00Z
  --take-over           ends another listener of the endpoint
  --json                as above

${secretHelp}

Ends with Ctrl-C. Exit codes: 0 ended, 2 the options, the secret or the port cannot be used.`

export interface ListenOptions {
  readonly port: number
  readonly host: string
  readonly json: boolean
  readonly forward: URL | null
  readonly failures: number
  readonly failureStatus: number
  readonly toleranceSeconds: number
  readonly saveTo: string | null
}

export function readListenOptions(terminal: Terminal) {
  const { args } = terminal
  const { values, positionals } = parseArguments("listen", args, {
    port: { type: "string" },
    host: { type: "string" },
    json: { type: "boolean" },
    forward: { type: "string" },
    fail: { type: "string" },
    status: { type: "string" },
    tolerance: { type: "string" },
    save: { type: "string" },
    ...followOptions,
    ...secretOptions
  })
  refusePositionals("listen", positionals)
  const other = Object.keys(values).filter((name) => name !== "json" && !(name in followOptions))
  const follow = readFollowOptions(values, other, terminal)
  const options: ListenOptions = {
    port: integerOption("port", values.port, { fallback: defaultPort, min: 0, max: 65_535 }),
    host: values.host ?? "127.0.0.1",
    json: values.json === true,
    forward: values.forward === undefined ? null : urlOption("forward", values.forward),
    // Who names only a status wants to see it.
    failures: integerOption("fail", values.fail, {
      fallback: values.status === undefined ? 0 : 1,
      min: 0,
      max: maxFailures
    }),
    failureStatus: integerOption("status", values.status, { fallback: defaultFailureStatus, min: 300, max: 599 }),
    toleranceSeconds: integerOption("tolerance", values.tolerance, toleranceRange),
    saveTo: values.save ?? null
  }
  return { options, follow, secretValues: values }
}
