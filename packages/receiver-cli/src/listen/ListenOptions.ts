import { integerOption, parseArguments, refusePositionals, toleranceRange, urlOption } from "../Arguments.ts"
import { followOptions, readFollowOptions } from "../follow/FollowOptions.ts"
import type { Terminal } from "../Terminal.ts"
import { secretHelp, secretOptions } from "../SecretSources.ts"

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
