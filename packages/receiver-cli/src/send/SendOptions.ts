import type { WebhookEvent } from "@heddle/receiver"
import { sampleEvent, sampleTestEvent, sampleTrendingEvent } from "@heddle/receiver/testing"
import { randomUUID } from "node:crypto"
import { integerOption, parseArguments, refusePositionals, secretHelp, secretOptions, urlOption } from "../Arguments.ts"
import { UsageError } from "../Terminal.ts"
import { attacks, readAttack } from "./Checks.ts"

const eventTypes = ["keyword", "trending", "test"] as const
export type EventType = (typeof eventTypes)[number]

function readEventType(text = "keyword"): EventType {
  const found = eventTypes.find((type) => type === text)
  if (found !== undefined) return found
  throw new UsageError(`--type must be one of ${eventTypes.join(", ")}.`)
}

/** A new event each time, or a receiver would take it for a repeat of the last one. */
export function newSample(type: EventType): WebhookEvent {
  const code = `Sample${randomUUID().replace(/-/g, "").slice(0, 10)}`
  const post = {
    code,
    url: `https://social.example/@mei.lin/post/${code}`,
    post_timestamp: Math.floor(Date.now() / 1000)
  }
  if (type === "trending") return sampleTrendingEvent({ post })
  return type === "test" ? sampleTestEvent({ post }) : sampleEvent({ post })
}

/** The real sender gives test events none. */
export const newKey = (type: EventType): string | undefined =>
  type === "test" ? undefined : `evt_sample_${randomUUID().slice(0, 8)}`

const maxRequests = 1000

export const sendHelp = `heddle-receiver send --to URL [options]

Signs a sample event as Heddle does and sends it to your handler.

  --to URL              your handler
  --type TYPE           ${eventTypes.join(", ")}; default keyword
  --body FILE           these bytes instead of a sample
  --key KEY             the idempotency key; default a new one, none for a test event
  --attempt N           the attempt it says it is; default 1
  --count N             so many different events
  --repeat N            each so many times, as a retry would
  --attack NAME         spoils it, so that it must be refused: ${Array.from(attacks.keys()).join(", ")}
  --check               sends all that a handler must take or refuse, and says how it answered
  --json                one JSON object for each request

${secretHelp}

Exit codes: 0 every answer was as it should be (2xx; of an --attack 4xx), 1 one was not, 2 the options or the secret cannot be used.`

export function readSendOptions(args: ReadonlyArray<string>) {
  const { values, positionals } = parseArguments("send", args, {
    to: { type: "string" },
    type: { type: "string" },
    body: { type: "string" },
    key: { type: "string" },
    attempt: { type: "string" },
    count: { type: "string" },
    repeat: { type: "string" },
    attack: { type: "string" },
    check: { type: "boolean" },
    json: { type: "boolean" },
    ...secretOptions
  })
  refusePositionals("send", positionals)
  if (values.to === undefined) throw new UsageError("Give your handler's address with --to URL.")
  const many = { fallback: 1, min: 1, max: maxRequests }
  return {
    values,
    url: urlOption("to", values.to).href,
    type: readEventType(values.type),
    attack: readAttack(values.attack),
    attempt: integerOption("attempt", values.attempt, many),
    count: integerOption("count", values.count, many),
    repeat: integerOption("repeat", values.repeat, many),
    json: values.json === true
  }
}

export type SendOptions = ReturnType<typeof readSendOptions>
