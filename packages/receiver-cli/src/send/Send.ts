import { createReceiver, type WebhookEvent } from "@heddle/receiver"
import {
  sampleEvent,
  sampleTestEvent,
  sampleTrendingEvent,
  type SignedRequest,
  signRequest,
  type SignRequestInput
} from "@heddle/receiver/testing"
import { randomUUID } from "node:crypto"
import { readFile } from "node:fs/promises"
import {
  integerOption,
  parseArguments,
  readSecrets,
  refusePositionals,
  secretHelp,
  secretOptions,
  urlOption
} from "../Arguments.ts"
import { type ExitCode, exitCodes, fileProblem, palette, printable, type Terminal, UsageError } from "../Terminal.ts"
import { allChecks, type Answer, type Answered, attacks, post, problemOf, readAttack, verdict } from "./Checks.ts"

const eventTypes = ["keyword", "trending", "test"] as const
type EventType = (typeof eventTypes)[number]

function readEventType(text = "keyword"): EventType {
  const found = eventTypes.find((type) => type === text)
  if (found !== undefined) return found
  throw new UsageError(`--type must be one of ${eventTypes.join(", ")}.`)
}

/** A new event each time, or a receiver would take it for a repeat of the last one. */
function newSample(type: EventType): WebhookEvent {
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
const newKey = (type: EventType): string | undefined =>
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

function readSendOptions(args: ReadonlyArray<string>) {
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

type SendOptions = ReturnType<typeof readSendOptions>

async function readBody(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    throw new UsageError(`--body cannot be read: ${fileProblem(error)}.`)
  }
}

function show({ out, colours }: Terminal, json: boolean, name: string, answer: Answer, problem: string | null): void {
  if (json) return out(JSON.stringify({ name, ok: problem === null, ...answer, problem }))
  const { good, bad, faint } = palette(colours)
  const status = answer.status === null ? "---" : String(answer.status)
  out(
    `${problem === null ? good("ok  ") : bad("FAIL")}  ${status}  ${name.padEnd(47)} ${faint(`${answer.durationMs} ms`)}`
  )
  if (problem !== null) out(`      ${problem}`)
  if (answer.text !== "" && problem !== null) out(`      ${faint(printable(answer.text, 400))}`)
}

/** A real event: a new post and key each time, unless the user chose otherwise. */
async function sendEvents(
  terminal: Terminal,
  options: SendOptions,
  base: Pick<SignRequestInput, "secrets" | "url">
): Promise<boolean> {
  const { type, values, attempt, attack, count, repeat, json } = options
  const body = values.body === undefined ? null : await readBody(values.body)
  let allOk = true
  for (let index = 0; index < count; index += 1) {
    const input = { ...base, body: body ?? newSample(type), key: values.key ?? newKey(type) }
    for (let again = 0; again < repeat; again += 1) {
      const answer = await post(await attack(await signRequest({ ...input, attempt: attempt + again })))
      const problem = problemOf(values.attack === undefined ? "accepted" : "refused", answer)
      const name = body === null ? `${type} event ${input.key ?? ""}` : `${values.body ?? ""}`
      show(terminal, json, again === 0 ? name : `${name} again`, answer, problem)
      if (problem === null && !json && answer.text !== "") terminal.out(`           ${printable(answer.text, 200)}`)
      allOk &&= problem === null
    }
  }
  return allOk
}

const captionOfEveryScript = '台積電 カフェ 커피 café 📈 \\ " / \u2028 '
// Not in the caption, which a handler may well print.
const fieldOfTomorrow = { new: [1, null, captionOfEveryScript.repeat(400)] }

async function sendChecks(
  terminal: Terminal,
  options: SendOptions,
  base: Pick<SignRequestInput, "secrets" | "url">
): Promise<boolean> {
  const sample = (type: EventType, change: object = {}): Promise<SignedRequest> => {
    const event = newSample(type)
    const body = JSON.stringify({ ...event, post: { ...event.post, ...change } })
    return signRequest({ ...base, body, key: newKey(type), attempt: 1 })
  }
  const checks = allChecks({
    keyword: await sample("keyword"),
    trending: await sample("trending"),
    test: await sample("test"),
    wide: await sample("keyword", { caption: captionOfEveryScript, a_field_of_tomorrow: fieldOfTomorrow }),
    rotated: await sample("keyword")
  })
  const answers: Array<Answered> = []
  for (const { name, request, expected } of checks) {
    const answer = await post(await request())
    const problem = problemOf(expected, answer)
    show(terminal, options.json, name, answer, problem)
    answers.push({ expected, answer, problem })
    if (answer.status === null) break
  }
  if (!options.json) for (const line of verdict(answers, checks.length)) terminal.out(line)
  return answers.every(({ problem }) => problem === null)
}

export async function send(terminal: Terminal): Promise<ExitCode> {
  const options = readSendOptions(terminal.args)
  const secrets = (await readSecrets(options.values, terminal)).map(({ value }) => value)
  // Throws at a secret with which no receiver would start.
  createReceiver({ secrets, handler: () => {} })
  const base = { secrets, url: options.url }
  const ok =
    options.values.check === true
      ? await sendChecks(terminal, options, base)
      : await sendEvents(terminal, options, base)
  return ok ? exitCodes.success : exitCodes.failed
}
