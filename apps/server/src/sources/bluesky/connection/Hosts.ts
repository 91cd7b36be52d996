/** The hosts of Jetstream, and how to ask them. */
import { collections } from "../records/Changes.ts"
import { eventsMethod, readEvents } from "../wire/EventsWire.ts"
import { readLegacy } from "../wire/LegacyWire.ts"

/** One of the two ways to ask a host. */
export interface Wire {
  readonly name: "events" | "legacy"
  readonly read: typeof readEvents
  /** With the number of a dictionary, the host compresses its messages. */
  url(host: string, cursor: number | null, dictionary?: number): string
}

/** A larger record than any that we use. The host leaves it out. */
const maxMessageBytes = 1_000_000

const legacyPath = "/subscribe"

const withQuery = (
  host: string,
  path: string,
  cursor: number | null,
  query: ReadonlyArray<readonly [string, string]>
) => {
  const url = new URL(host)
  url.pathname = `${url.pathname.replace(/\/$/, "").replace(/\/subscribe$/, "")}${path}`
  for (const [name, value] of query) url.searchParams.append(name, value)
  url.searchParams.append("maxMessageSizeBytes", String(maxMessageBytes))
  if (cursor !== null) url.searchParams.append("cursor", String(cursor))
  return url.href
}

export const eventsWire: Wire = {
  name: "events",
  read: readEvents,
  url: (host, cursor, dictionary) =>
    withQuery(host, `/xrpc/${eventsMethod}`, cursor, [
      ...["commit", "identity", "account"].map((kind) => ["kinds", kind] as const),
      ...collections.map((collection) => ["collections", collection] as const),
      ...(dictionary === undefined ? [] : [["zstdDictionary", String(dictionary)] as const])
    ])
}

export const legacyWire: Wire = {
  name: "legacy",
  read: readLegacy,
  url: (host, cursor) =>
    withQuery(
      host,
      legacyPath,
      cursor,
      collections.map((collection) => ["wantedCollections", collection] as const)
    )
}

/** An address that ends with the path of the older wire has only that one. */
export const wiresOf = (host: string): ReadonlyArray<Wire> =>
  new URL(host).pathname.endsWith(legacyPath) ? [legacyWire] : [eventsWire, legacyWire]

/** Answers of a host that does not know a path. */
export const isUnknownPath = (status: number | null): boolean => status === 404 || status === 405 || status === 501
