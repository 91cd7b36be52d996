import { createReceiver, type EventHandler } from "@heddle/receiver"
import { nodeHandler } from "@heddle/receiver/node"
import { once } from "node:events"
import { mkdir, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { join } from "node:path"
import { readSecrets } from "../Arguments.ts"
import { type ExitCode, exitCodes, messageOf, type Terminal, UsageError } from "../Terminal.ts"
import { follow } from "./Follow.ts"
import { type Exchange, Exchanges, forward } from "./Forward.ts"
import { jsonReport, type ListenReport, textReport } from "./ListenReport.ts"
import { type ListenOptions, readListenOptions } from "./ListenOptions.ts"

/** Gives the path of the file, or null when nothing is kept. */
type SaveRefused = (exchange: Exchange) => Promise<string | null>

/** Keeps requests in the form that `verify` reads. */
async function saveRefusedTo(folder: string | null, { err }: Terminal): Promise<SaveRefused> {
  if (folder === null) return async () => null
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    throw new UsageError(`--save cannot use the folder: ${messageOf(error)}`)
  }
  let count = 0
  return async (exchange) => {
    const body = await exchange.body()
    if (body === null) return null
    count += 1
    const receivedAt = new Date().toISOString()
    const path = join(folder, `refused-${receivedAt.replace(/[^0-9TZ]/g, "")}-${count}.json`)
    const bodyBase64 = Buffer.from(body).toString("base64")
    try {
      await writeFile(path, JSON.stringify({ receivedAt, headers: exchange.headers, bodyBase64 }, null, 2))
      return path
    } catch (error) {
      err(`heddle-receiver: the request cannot be kept: ${messageOf(error)}`)
      return null
    }
  }
}

/** Fails on purpose, passes on, shows. */
function makeHandler(options: ListenOptions, exchanges: Exchanges, report: ListenReport): EventHandler {
  const deliveries = new Map<string, number>()

  return async (event, context) => {
    const fail = (status: number, note: string): never => {
      exchanges.current().failureStatus = status
      report.event("failed", event, context, note)
      throw new Error(note)
    }
    const delivery = (deliveries.get(context.eventKey) ?? 0) + 1
    if (delivery <= options.failures) {
      deliveries.set(context.eventKey, delivery)
      fail(options.failureStatus, `answered ${options.failureStatus} on purpose, ${delivery} of ${options.failures}`)
    }
    if (options.forward === null) return report.event("handled", event, context, null)
    const forwarded = await forward(options.forward, exchanges.current(), context.rawBody)
    if (!forwarded.ok) fail(forwarded.status, forwarded.problem)
    report.event("handled", event, context, `${options.forward.href} answered ${forwarded.status}`)
  }
}

async function startServer(handle: ReturnType<typeof nodeHandler>, { port, host }: ListenOptions) {
  const server = createServer(handle)
  try {
    server.listen(port, host)
    await once(server, "listening")
  } catch (error) {
    const taken = error instanceof Error && "code" in error && error.code === "EADDRINUSE"
    const demo = port === 4002 ? " (the demo's own receiver, perhaps)" : ""
    throw new UsageError(
      taken
        ? `Port ${port} is in use${demo}. Choose another with --port; 0 takes a free one.`
        : `Cannot listen on ${host}, port ${port}: ${String(error)}`
    )
  }
  return server
}

export async function listen(terminal: Terminal): Promise<ExitCode> {
  const { options, follow: followed, secretValues } = readListenOptions(terminal)
  const report = options.json ? jsonReport(terminal) : textReport(terminal)
  if (followed !== null) return follow(followed, report, terminal)
  const secrets = await readSecrets(secretValues, terminal)
  const save = await saveRefusedTo(options.saveTo, terminal)
  const seen = { handled: 0, duplicates: 0, refused: 0 }
  const exchanges = new Exchanges()
  const handler = makeHandler(options, exchanges, report)
  const receiver = createReceiver({
    secrets: secrets.map(({ value }) => value),
    toleranceSeconds: options.toleranceSeconds,
    handler: async (event, context) => {
      await handler(event, context)
      seen.handled += 1
    },
    onDuplicate: (event, context) => {
      seen.duplicates += 1
      report.event("duplicate", event, context, "acknowledged, not handled again")
    },
    onError: async (error) => {
      seen.refused += 1
      // The handler has told already.
      if (error.code !== "handler_failed") report.refused(error, await save(exchanges.current()))
    }
  })
  const server = await startServer(nodeHandler(exchanges.around(receiver)), options)
  const address = server.address()
  const port = address !== null && typeof address === "object" ? address.port : options.port
  terminal.err(`heddle-receiver listens on http://${options.host}:${port} (any path); Ctrl-C ends it`)
  if (options.forward !== null) terminal.err(`verified events go to ${options.forward.href}`)

  if (!terminal.stop.aborted) await once(terminal.stop, "abort")
  server.close()
  server.closeAllConnections()
  terminal.err(`received ${seen.handled}, repeats ${seen.duplicates}, refused ${seen.refused}`)
  return exitCodes.success
}

export { listenHelp } from "./ListenOptions.ts"
