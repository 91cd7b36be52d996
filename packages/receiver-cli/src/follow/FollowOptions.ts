import { UsageError } from "../Terminal.ts"
import type { Terminal } from "../Terminal.ts"
import { urlOption } from "../Arguments.ts"

export interface FollowOptions {
  readonly forwardTo: URL
  readonly endpoint: string
  readonly since: string | null
  readonly takeOver: boolean
  readonly baseUrl: URL
  readonly apiKey: string
}

export const followOptions = {
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
export function readFollowOptions(
  values: Values,
  other: ReadonlyArray<string>,
  { env }: Terminal
): FollowOptions | null {
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
