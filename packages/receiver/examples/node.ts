/**
 * A small receiver to run, read and copy: it verifies, de-duplicates and prints every event.
 *
 *   HEDDLE_WEBHOOK_SECRET=whsec_… node examples/node.ts
 *
 * POST anything to any path; GET / tells how it is, GET /events tells what arrived.
 */
import { appendFileSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import {
  createReceiver,
  type EventContext,
  type Receiver,
  ReceiverConfigError,
  type ReceiverError,
  type WebhookEvent
} from "@heddle/receiver"
import { nodeHandler } from "@heddle/receiver/node"

const keptEvents = 100
const shownCharacters = 60

const settings = readSettings(process.env)
const log = { received: 0, duplicates: 0, refused: 0, events: new Array<ReturnType<typeof toEntry>>() }

function readSettings(environment: NodeJS.ProcessEnv) {
  return {
    /** One, or several separated by commas while one is being rotated. */
    secrets: environment["HEDDLE_WEBHOOK_SECRET"] ?? "",
    port: Number(environment["PORT"] ?? 4002),
    host: environment["HOST"] ?? "127.0.0.1",
    logPath: environment["HEDDLE_RECEIVER_LOG"] ?? "",
    /** For a parent that starts this app: end with it, even when it is killed. */
    endsWithParent: environment["HEDDLE_RECEIVER_ENDS_WITH_STDIN"] === "true"
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function stop(problem: string): never {
  process.stderr.write(`heddle example receiver: ${problem}\n`)
  process.exit(1)
}

/** Captions are written by strangers: control and direction characters must not reach the terminal. */
function printable(text: string): string {
  const clean = text.replaceAll(/[\p{Cc}\u2028-\u202e\u2066-\u2069]+/gu, " ").trim()
  const characters = [...clean]
  return characters.length > shownCharacters ? `${characters.slice(0, shownCharacters).join("")}…` : clean
}

function describe({ post, user, rule }: WebhookEvent): string {
  const keyword = rule.keyword === null ? "" : `  "${printable(rule.keyword)}"`
  const likes = `${post.like_count} likes`
  return `${printable(rule.id)}${keyword}  @${printable(user.username)}  ${likes}  ${printable(post.caption)}`
}

function toEntry({ post, rule }: WebhookEvent, context: EventContext) {
  return {
    idempotencyKey: context.idempotencyKey,
    rule,
    postCode: post.code,
    receivedAt: context.receivedAt.toISOString(),
    attempt: context.attempt
  }
}

function onEvent(event: WebhookEvent, context: EventContext): void {
  const entry = toEntry(event, context)
  // Written before the answer: what was acknowledged is on record even if the process is killed right after.
  if (settings.logPath !== "") appendFileSync(settings.logPath, `${JSON.stringify(entry)}\n`)
  log.received += 1
  log.events = [...log.events, entry].slice(-keptEvents)
  print(`verified ${event.rule.type} event  ${describe(event)}`)
}

function onDuplicate(_event: WebhookEvent, context: EventContext): void {
  log.duplicates += 1
  print(`duplicate of an event already handled  ${printable(context.idempotencyKey ?? context.eventKey)}`)
}

function onError(error: ReceiverError): void {
  log.refused += 1
  print(`refused  ${error.status} ${error.code}: ${error.message} ${error.hint}`)
  if (error.cause instanceof Error) print(`  because: ${printable(error.cause.message)}`)
}

function makeReceiver(): Receiver {
  try {
    return createReceiver({ secrets: settings.secrets, handler: onEvent, onDuplicate, onError })
  } catch (error) {
    if (error instanceof ReceiverConfigError) stop(`HEDDLE_WEBHOOK_SECRET: ${error.message}`)
    throw error
  }
}

function answerGet(request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url ?? "/").split("?")[0]
  if (path === "/events") {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(log))
  } else if (path === "/") {
    const { received, duplicates, refused } = log
    const text = `Heddle example receiver\nreceived ${received}  duplicates ${duplicates}  refused ${refused}\n`
    response.writeHead(200, { "content-type": "text/plain; charset=utf-8" }).end(text)
  } else {
    response.writeHead(404, { "content-type": "text/plain; charset=utf-8" }).end("Not found. Try / or /events.\n")
  }
}

function start(): void {
  const handle = nodeHandler(makeReceiver())
  const server = createServer((request, response) => {
    if (request.method === "GET") answerGet(request, response)
    else handle(request, response)
  })
  server.on("error", (error) => stop(`Cannot listen on ${settings.host}, PORT ${settings.port}: ${error.message}`))
  server.listen(settings.port, settings.host, () => {
    const address = server.address()
    const port = address !== null && typeof address === "object" ? address.port : settings.port
    print(`heddle example receiver listening on http://${settings.host}:${port}`)
  })
  const close = () => {
    server.close(() => process.exit(0))
    server.closeIdleConnections()
  }
  process.once("SIGTERM", close).once("SIGINT", close)
  if (settings.endsWithParent) process.stdin.resume().once("end", close)
}

if (!Number.isInteger(settings.port) || settings.port < 0 || settings.port > 65_535) stop("PORT must be 0 to 65535.")
start()
