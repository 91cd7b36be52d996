/** A webhook receiver: its status depends on the path, and it keeps every request. */
import { createHmac } from "node:crypto"
import { createServer, type IncomingHttpHeaders } from "node:http"

interface Arrived {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Receiver {
  readonly url: string
  readonly arrived: ReadonlyArray<Arrived>
  close(): Promise<void>
}

const statuses: Readonly<Record<string, number>> = {
  "/ok": 204,
  "/fails": 500,
  "/moved": 302,
  "/events": 200,
  "/recovers": 200,
  "/slow": 200
}

export const startReceiver = async (): Promise<Receiver> => {
  const arrived: Array<Arrived> = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString("utf8")
    const path = request.url ?? ""
    arrived.push({ path, headers: request.headers, body })
    response.writeHead(statuses[path] ?? 404, { location: "/ok" }).end()
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (typeof address !== "object" || address === null) throw new Error("the receiver has no port")
  return {
    url: `http://127.0.0.1:${address.port}`,
    arrived,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    }
  }
}

const isSigned = (header: string, body: string, secrets: ReadonlyArray<string>): boolean => {
  const [, time = "", signature] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(header) ?? []
  return secrets.some(
    (secret) => createHmac("sha256", secret).update(`${time},`).update(body).digest("hex") === signature
  )
}

const ofConnection = new Set(["host", "connection", "date"])

/** A request as one line of JSON. The signature is verified and replaced, because every run has other secrets. */
export const arrivedLine = ({ path, headers, body }: Arrived, secrets: ReadonlyArray<string>): string => {
  const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name)))
  const signature = String(headers["x-service-signature"])
  const shown = {
    ...kept,
    "user-agent": String(kept["user-agent"]).replace(/\d+\.\d+\.\d+$/, "<version>"),
    "x-service-signature": isSigned(signature, body, secrets) ? "<signature>" : `wrong: ${signature}`
  }
  const sorted = Object.entries(shown).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify({ received: path, headers: Object.fromEntries(sorted), body })
}
