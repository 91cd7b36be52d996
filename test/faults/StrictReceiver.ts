/** A customer's server that remembers every request, sometimes refuses one, and can report a moment to kill at. */
import { createHash } from "node:crypto"
import { createServer } from "node:http"
import { listen } from "../support/LocalServer.ts"

interface Seen {
  /** Idempotency keys of this rule and post. */
  readonly keys: Set<string>
  readonly bodies: Set<string>
  requests: number
  /** Requests that were answered with 204. */
  accepted: number
}

export interface StrictReceiver {
  readonly url: (endpoint: number) => string
  /** By rule and post. */
  readonly seen: ReadonlyMap<string, Seen>
  /** Called before and after each answer. */
  onRequest: (moment: "beforeAnswer" | "afterAnswer") => void
  readonly close: () => Promise<void>
}

const maxAnswerMillis = 20

/** Answers after a random time; `refuses` says whether with an error. */
export const startStrictReceiver = async (refuses: () => boolean): Promise<StrictReceiver> => {
  const seen = new Map<string, Seen>()
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const body = Buffer.concat(chunks)
      const { rule, post } = JSON.parse(body.toString())
      const name = `${rule.id} ${post.code}`
      const one = seen.get(name) ?? { keys: new Set(), bodies: new Set(), requests: 0, accepted: 0 }
      seen.set(name, one)
      one.requests += 1
      one.keys.add(String(request.headers["x-service-idempotency-key"]))
      one.bodies.add(createHash("sha256").update(body).digest("hex"))
      const refused = refuses()
      receiver.onRequest("beforeAnswer")
      setTimeout(() => {
        if (!refused) one.accepted += 1
        response.writeHead(refused ? 500 : 204).end(() => receiver.onRequest("afterAnswer"))
      }, Math.random() * maxAnswerMillis)
    })
  })
  const { port, close } = await listen(server, 0)
  const receiver: StrictReceiver = {
    url: (endpoint) => `http://127.0.0.1:${port}/hooks/${endpoint}`,
    seen,
    onRequest: () => {},
    close
  }
  return receiver
}
