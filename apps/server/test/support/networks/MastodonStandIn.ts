/**
 * A stand-in for a Mastodon instance: its public timeline, single posts, accounts and contexts, and its stream, which only
 * those get who are connected. Counts of a post change without anybody being told.
 */
import { Effect, Option, Redacted } from "effect"
import type { ServerResponse } from "node:http"
import { codeOfUri } from "../../../src/sources/mastodon/MastodonCode.ts"
import { makeMastodon } from "../../../src/sources/mastodon/MastodonSource.ts"
import { answerJson, faultyServer, type Handle } from "./FaultyServer.ts"

export const domain = "instance.example"
export const streamToken = "a-token-of-the-test"
const pageSize = 40

export interface MadeUpStatus {
  readonly id: string
  readonly uri: string
  /** Milliseconds since 1970. */
  readonly createdAt: number
  acct: string
  /** Stays when the account has another name. */
  readonly accountId: string
  content: string
  readonly visibility: string
  readonly inReplyToId: string | null
  likes: number
  replies: number
  boosts: number
}

/** As Mastodon makes ids: milliseconds, shifted by 16 bits. */
export const idAt = (millis: number, serial = 0): string => String((BigInt(millis) << 16n) + BigInt(serial))

export const statusAt = (createdAt: number, serial: number, over: Partial<MadeUpStatus> = {}): MadeUpStatus => {
  const id = over.id ?? idAt(createdAt, serial)
  return {
    id,
    uri: `https://${domain}/users/ann/statuses/${id}`,
    createdAt,
    acct: "ann",
    accountId: accountIdOf(over.acct ?? "ann"),
    content: `<p>this is the plain post ${serial}</p>`,
    visibility: "public",
    inReplyToId: null,
    likes: 0,
    replies: 0,
    boosts: 0,
    ...over
  }
}

/** The instance's own id of an account. */
const accountIdOf = (acct: string): string =>
  String(acct.split("").reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_000, 7))

const accountOf = ({ acct, accountId }: Pick<MadeUpStatus, "acct" | "accountId">) => ({
  id: accountId,
  username: acct.split("@")[0],
  acct,
  display_name: acct.toUpperCase(),
  note: "<p>About <b>me</b></p>",
  avatar: "https://files.example/avatar.png",
  followers_count: 12,
  following_count: 3,
  statuses_count: 45,
  bot: false,
  fields: [],
  emojis: []
})

export const entityOf = (status: MadeUpStatus): Record<string, unknown> => ({
  id: status.id,
  uri: status.uri,
  url: status.uri.replace("/users/", "/@").replace("/statuses", ""),
  created_at: new Date(status.createdAt).toISOString(),
  edited_at: null,
  in_reply_to_id: status.inReplyToId,
  sensitive: false,
  spoiler_text: "",
  visibility: status.visibility,
  language: "en",
  replies_count: status.replies,
  reblogs_count: status.boosts,
  favourites_count: status.likes,
  content: status.content,
  reblog: null,
  account: accountOf(status),
  media_attachments: [],
  mentions: [],
  tags: [],
  emojis: [],
  card: null,
  poll: null
})

const isLater = (one: string, other: string): boolean => BigInt(one) > BigInt(other)
const byId = (one: MadeUpStatus, other: MadeUpStatus): number => (isLater(one.id, other.id) ? 1 : -1)

export class MastodonStandIn {
  readonly statuses = new Map<string, MadeUpStatus>()
  readonly #streams = new Set<ServerResponse>()
  #url = ""

  /** It has no batches of posts, like instances before version 4.3. */
  isOld = false

  at(url: string): void {
    this.#url = url
  }

  get streamCount(): number {
    return this.#streams.size
  }

  /** Sends bytes as they are to everybody who is connected. */
  send(text: string): void {
    for (const stream of this.#streams) stream.write(text)
  }

  sendEvent(event: string, data: string): void {
    this.send(`event: ${event}\ndata: ${data}\n\n`)
  }

  post(status: MadeUpStatus): void {
    this.statuses.set(status.id, status)
    if (status.visibility === "public") this.sendEvent("update", JSON.stringify(entityOf(status)))
  }

  /** A post that reached the instance while nobody was told. */
  postUnseen(status: MadeUpStatus): void {
    this.statuses.set(status.id, status)
  }

  delete(id: string): void {
    this.statuses.delete(id)
    this.sendEvent("delete", id)
  }

  cutStreams(): void {
    for (const stream of this.#streams) stream.destroy()
    this.#streams.clear()
  }

  #timeline(url: URL) {
    const after = url.searchParams.get("min_id")
    const shown = [...this.statuses.values()].filter(({ visibility }) => visibility === "public").toSorted(byId)
    const page =
      after === null ? shown.slice(-pageSize) : shown.filter(({ id }) => isLater(id, after)).slice(0, pageSize)
    return page.toReversed().map(entityOf)
  }

  #descendants(id: string): ReadonlyArray<MadeUpStatus> {
    return [...this.statuses.values()]
      .filter(({ inReplyToId }) => inReplyToId === id)
      .toSorted(byId)
      .flatMap((reply) => [reply, ...this.#descendants(reply.id)])
  }

  readonly handle: Handle = (url, response, request) => {
    const { pathname, searchParams } = url
    const notFound = () => answerJson(response, { error: "Record not found" }, 404)
    const isKnown = request.headers.authorization === `Bearer ${streamToken}`
    if (pathname === "/api/v2/instance") {
      const urls = { streaming: this.#url.replace("http", "ws") }
      return answerJson(response, { domain, version: "4.4.0", configuration: { urls } })
    }
    if (pathname === "/api/v1/timelines/public") return answerJson(response, this.#timeline(url))
    if (pathname === "/api/v1/streaming/public") {
      if (!isKnown) return answerJson(response, { error: "Missing access token" }, 401)
      response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" })
      response.write(":)\n")
      this.#streams.add(response)
      response.on("close", () => this.#streams.delete(response))
      return
    }
    if (pathname === "/api/v1/statuses" && !this.isOld) {
      const found = searchParams.getAll("id[]").flatMap((id) => this.statuses.get(id) ?? [])
      return answerJson(response, found.map(entityOf))
    }
    const context = /^\/api\/v1\/statuses\/(\d+)\/context$/.exec(pathname)?.[1]
    if (context !== undefined) {
      return this.statuses.has(context)
        ? answerJson(response, { ancestors: [], descendants: this.#descendants(context).map(entityOf) })
        : notFound()
    }
    const single = this.statuses.get(/^\/api\/v1\/statuses\/(\d+)$/.exec(pathname)?.[1] ?? "")
    if (single !== undefined) return answerJson(response, entityOf(single))
    const account = /^\/api\/v1\/accounts\/(\d+)$/.exec(pathname)?.[1]
    if (account !== undefined) {
      const known = [...this.statuses.values()].find(({ accountId }) => accountId === account)
      return known === undefined ? notFound() : answerJson(response, accountOf(known))
    }
    if (pathname === "/api/v1/accounts/lookup") {
      const acct = (searchParams.get("acct") ?? "").replace(`@${domain}`, "")
      const known = [...this.statuses.values()].find((status) => status.acct === acct)
      return known === undefined ? notFound() : answerJson(response, accountOf(known))
    }
    if (pathname === "/api/v2/search") {
      if (!isKnown) return answerJson(response, { error: "This method requires an authenticated user" }, 401)
      const found = [...this.statuses.values()].filter(({ uri }) => uri === searchParams.get("q"))
      return answerJson(response, { accounts: [], statuses: found.map(entityOf), hashtags: [] })
    }
    notFound()
  }
}

/** An instance, and the source that reads it. */
export const mastodonWith = Effect.fnUntraced(function* (token: string | null, checksPerSecond = 1) {
  const instance = new MastodonStandIn()
  const server = yield* faultyServer(instance.handle)
  instance.at(server.url)
  const source = yield* makeMastodon({
    url: server.url,
    token: token === null ? Option.none() : Option.some(Redacted.make(token)),
    timeline: "federated",
    checksPerSecond
  })
  return { instance, server, source }
})

/** The code that the source gives the post. */
export const codeFor = ({ uri }: MadeUpStatus): string => Option.getOrThrow(codeOfUri(uri))
