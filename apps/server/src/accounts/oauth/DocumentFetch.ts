/**
 * Fetches what clients publish about themselves: their metadata documents and keys. The addresses come from strangers, so
 * they pass the guard of webhooks: public hosts and addresses only, no redirects, bounded headers and bodies. The provider bounds
 * the time.
 */
import { isPermitted, refusalOf } from "@heddle/api/webhooks"
import { Effect, Option, Schema } from "effect"
import { Agent, fetch as undiciFetch } from "undici"
import { makeConcurrencyLimit } from "../../runtime/ConcurrencyLimit.ts"
import { clientOf } from "../../runtime/Networks.ts"
import { Settings } from "../../runtime/Settings.ts"
import { makeConnector } from "../../runtime/outbound/Connector.ts"
import { Resolver } from "../../runtime/outbound/Resolver.ts"

const connectTimeoutMillis = 2_000
const maxHeaderBytes = 8 * 1_024
/** Of what is sent decompressed, too. The provider has lower limits for some documents. */
export const maxBodyBytes = 64 * 1_024
const maxUrlLength = 2_048
/**
 * Anybody can have a document fetched, of any number of hosts. So fetches are counted for the client that caused them, then
 * for the host, which may never answer, and only then in all.
 */
const ofClient = { perKey: 5 }
const ofHost = { inAll: 50, perKey: 4, waitingInAll: 50, waitingPerKey: 8, maxWait: "1 second" } as const

/** Tells nothing about the document. */
export class TooManyFetches extends Schema.TaggedError<TooManyFetches>()("TooManyFetches", {}) {
  override readonly message = "Too many documents are being fetched"
}

const parseObject = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))

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

/** Programs send null or an empty text for what they leave out. */
export const unsetIn = (metadata: object): ReadonlyArray<string> =>
  Object.entries(metadata).flatMap(([name, value]) => (value === null || value === "" ? [name] : []))

/** The provider refuses members that are not set, before it asks for our policy. Anything but an object is its to refuse. */
const withoutUnset = (text: string): string => {
  const document = Option.getOrUndefined(parseObject(text))
  if (document === undefined) return text
  const unset = new Set(unsetIn(document))
  return JSON.stringify(Object.fromEntries(Object.entries(document).filter(([name]) => !unset.has(name))))
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
          connections: ofHost.perKey,
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

  const get = async (address: string, headers: RequestInit["headers"], signal: AbortSignal): Promise<Response> => {
    const answer = await undiciFetch(address, {
      dispatcher,
      redirect: "manual",
      headers: [...new Headers(headers)],
      signal
    })
    const text = withoutUnset(await boundedText(answer.body ?? []))
    const kept = [...answer.headers].filter(([name]) => name !== "content-length" && name !== "content-encoding")
    return new Response(text, { status: answer.status, headers: kept })
  }

  const clients = makeConcurrencyLimit(ofClient, () => new TooManyFetches())
  const hosts = makeConcurrencyLimit(ofHost, () => new TooManyFetches())
  const run = Effect.runPromiseWith(yield* Effect.context<never>())

  /** For the client at this address. */
  const fetchFor =
    (callerAddress: () => string) =>
    async (input: string | URL | Request, { headers, signal }: RequestInit = {}): Promise<Response> => {
      const address = typeof input === "string" ? input : input instanceof URL ? input.href : input.url
      if (!isAllowed(address)) throw new Error("The address is not permitted")
      const fetched = Effect.tryPromise({
        try: (interrupted) => get(address, headers, interrupted),
        catch: (error) => error
      })
      const limited = clients.run(clientOf(callerAddress()), hosts.run(new URL(address).host, fetched))
      return await run(limited, signal ? { signal } : {})
    }

  return { fetchFor, isAllowed }
})
