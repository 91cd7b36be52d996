/**
 * Fetches what clients publish about themselves: their metadata documents and keys. The addresses come from strangers, so
 * they pass the guard of webhooks: public hosts and addresses only, no redirects, bounded headers and bodies. The provider bounds
 * the time.
 */
import { isPermitted, refusalOf } from "@heddle/api/webhooks"
import { Effect } from "effect"
import { Agent, fetch as undiciFetch } from "undici"
import { Settings } from "../../runtime/Settings.ts"
import { makeConnector } from "../../runtime/outbound/Connector.ts"
import { Resolver } from "../../runtime/outbound/Resolver.ts"

const connectTimeoutMillis = 2_000
const maxHeaderBytes = 8 * 1_024
/** Of what is sent decompressed, too. The provider has lower limits for some documents. */
export const maxBodyBytes = 64 * 1_024
const maxUrlLength = 2_048
/** At once, to one host, and in all: anybody can have a document fetched. */
const maxConnections = 4
const maxFetches = 50

const boundedText = async (body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> => {
  const chunks: Array<Uint8Array> = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBodyBytes) throw new Error("The document is too long")
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

export const makeDocumentFetch = Effect.gen(function* () {
  const { allowLoopback } = yield* Settings
  const servers = yield* Resolver
  const dispatcher = yield* Effect.acquireRelease(
    Effect.sync(
      () =>
        new Agent({
          allowH2: false,
          pipelining: 1,
          connections: maxConnections,
          maxHeaderSize: maxHeaderBytes,
          connect: makeConnector({
            servers,
            permitted: (address) => isPermitted(address, allowLoopback),
            timeoutMillis: connectTimeoutMillis
          })
        })
    ),
    (agent) => Effect.promise(() => agent.destroy())
  )

  const isAllowed = (address: string): boolean => {
    const url = URL.parse(address)
    return (
      url !== null &&
      url.protocol === "https:" &&
      address.length <= maxUrlLength &&
      refusalOf(url, allowLoopback) === null
    )
  }

  let running = 0
  const fetch = async (input: string | URL | Request, { headers, signal }: RequestInit = {}): Promise<Response> => {
    const address = typeof input === "string" ? input : input instanceof URL ? input.href : input.url
    if (!isAllowed(address)) throw new Error("The address is not permitted")
    if (running >= maxFetches) throw new Error("Too many documents are being fetched")
    running++
    try {
      const answer = await undiciFetch(address, {
        dispatcher,
        redirect: "manual",
        headers: [...new Headers(headers)],
        ...(signal === undefined ? {} : { signal })
      })
      const text = await boundedText(answer.body ?? [])
      return new Response(text, { status: answer.status, headers: [...answer.headers] })
    } finally {
      running--
    }
  }

  return { fetch, isAllowed }
})
