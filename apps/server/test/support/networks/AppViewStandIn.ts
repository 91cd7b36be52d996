/** A stand-in for Bluesky's AppView that answers as its lexicons say, about a network that the test makes up. */
import type { Effect, Scope } from "effect"
import { answerJson, type FaultyServer, faultyServer, type Handle } from "./FaultyServer.ts"

const itemsAtOnce = 25

export interface MadeUpAuthor {
  readonly did: string
  readonly handle: string
  readonly displayName: string
  followers: number
}

export interface MadeUpPost {
  readonly uri: string
  readonly author: MadeUpAuthor
  readonly text: string
  readonly createdAt: string
  readonly parent?: string
  readonly embed?: unknown
  likes: number
  replies: number
  reposts: number
  quotes: number
}

export const authorNamed = (name: string): MadeUpAuthor => ({
  did: `did:plc:${name.padEnd(24, "a").slice(0, 24)}`,
  handle: `${name}.example.com`,
  displayName: name.toUpperCase(),
  followers: 10
})

export const postBy = (author: MadeUpAuthor, key: string, over: Partial<MadeUpPost> = {}): MadeUpPost => ({
  uri: `at://${author.did}/app.bsky.feed.post/${key}`,
  author,
  text: `this is the plain post ${key}`,
  createdAt: "2026-11-20T10:00:00.000Z",
  likes: 0,
  replies: 0,
  reposts: 0,
  quotes: 0,
  ...over
})

const cid = "bafyreidfayvfuwqa7qlnopdjiqrxzs6blmoeu4rujcjtnci5beludirz2a"

export const postView = (post: MadeUpPost) => ({
  $type: "app.bsky.feed.defs#postView",
  uri: post.uri,
  cid,
  author: {
    did: post.author.did,
    handle: post.author.handle,
    displayName: post.author.displayName,
    avatar: `https://cdn.example/avatar/${post.author.did}`,
    labels: [],
    createdAt: "2024-01-01T00:00:00.000Z"
  },
  record: {
    $type: "app.bsky.feed.post",
    text: post.text,
    createdAt: post.createdAt,
    langs: ["en"],
    ...(post.parent === undefined
      ? {}
      : { reply: { root: { uri: post.parent, cid }, parent: { uri: post.parent, cid } } })
  },
  ...(post.embed === undefined ? {} : { embed: post.embed }),
  bookmarkCount: 0,
  replyCount: post.replies,
  repostCount: post.reposts,
  likeCount: post.likes,
  quoteCount: post.quotes,
  indexedAt: "2026-11-20T10:00:01.000Z",
  labels: []
})

export const profileView = (author: MadeUpAuthor) => ({
  did: author.did,
  handle: author.handle,
  displayName: author.displayName,
  description: `About ${author.handle}`,
  avatar: `https://cdn.example/avatar/${author.did}`,
  followersCount: author.followers,
  followsCount: 5,
  postsCount: 7,
  indexedAt: "2026-11-20T10:00:01.000Z",
  labels: []
})

export class AppViewStandIn {
  readonly posts = new Map<string, MadeUpPost>()
  readonly authors = new Map<string, MadeUpAuthor>()
  /** Answered instead of the view of this post, as a network with other rules would. */
  readonly odd = new Map<string, unknown>()

  add(...posts: ReadonlyArray<MadeUpPost>): void {
    for (const post of posts) {
      this.posts.set(post.uri, post)
      this.authors.set(post.author.did, post.author)
    }
  }

  #view(post: MadeUpPost): unknown {
    return this.odd.get(post.uri) ?? postView(post)
  }

  #thread(post: MadeUpPost): unknown {
    const replies = [...this.posts.values()].filter(({ parent }) => parent === post.uri)
    return {
      $type: "app.bsky.feed.defs#threadViewPost",
      post: this.#view(post),
      replies: [
        ...replies.map((reply) => this.#thread(reply)),
        { $type: "app.bsky.feed.defs#blockedPost", uri: `${post.uri}x`, blocked: true, author: { did: "did:plc:x" } }
      ],
      threadContext: {}
    }
  }

  readonly handle: Handle = (url, response) => {
    const asked = (name: string) => url.searchParams.getAll(name)
    if (url.pathname === "/xrpc/app.bsky.feed.getPosts") {
      const uris = asked("uris")
      if (uris.length > itemsAtOnce) return answerJson(response, { error: "InvalidRequest" }, 400)
      const posts = uris.flatMap((uri) => this.posts.get(uri) ?? [])
      return answerJson(response, { posts: posts.map((post) => this.#view(post)) })
    }
    if (url.pathname === "/xrpc/app.bsky.actor.getProfiles") {
      const actors = asked("actors")
      if (actors.length > itemsAtOnce) return answerJson(response, { error: "InvalidRequest" }, 400)
      const known = [...this.authors.values()].filter(
        ({ did, handle }) => actors.includes(did) || actors.includes(handle)
      )
      return answerJson(response, { profiles: known.map(profileView) })
    }
    if (url.pathname === "/xrpc/app.bsky.feed.getPostThread") {
      const post = this.posts.get(asked("uri")[0] ?? "")
      return post === undefined
        ? answerJson(response, { error: "NotFound", message: "Post not found" }, 400)
        : answerJson(response, { thread: this.#thread(post) })
    }
    answerJson(response, { error: "MethodNotImplemented" }, 501)
  }
}

export const appViewServer = (network: AppViewStandIn): Effect.Effect<FaultyServer, never, Scope.Scope> =>
  faultyServer(network.handle)
