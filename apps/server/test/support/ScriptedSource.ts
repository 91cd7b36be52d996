/** A source for live reads that knows what a test lets it know, and does what a test lets it do before it answers. */
import { Effect, Result } from "effect"
import type { LivePost, LiveSource, SourceFailure } from "../../src/live/LiveSource.ts"
import type { AuthorChange } from "../../src/store/Change.ts"
import type { PostInput } from "./Posts.ts"

export class ScriptedSource {
  readonly posts = new Map<string, LivePost>()
  readonly users = new Map<string, AuthorChange>()
  /** What it was asked, such as `posts a,b`. */
  readonly asked: Array<string> = []
  /** Runs before each answer. */
  before: Effect.Effect<void, SourceFailure> = Effect.void
  readonly source: LiveSource

  constructor(name: string) {
    const answer = <A>(question: string, read: () => A) =>
      Effect.suspend(() => {
        this.asked.push(question)
        return Effect.map(this.before, read)
      })
    const known = <A>(all: ReadonlyMap<string, A>, identifiers: ReadonlyArray<string>) =>
      new Map([...all].filter(([key]) => identifiers.includes(key)).map(([key, one]) => [key, Result.succeed(one)]))
    this.source = {
      name,
      reads: {
        posts: (codes) => answer(`posts ${codes.join(",")}`, () => known(this.posts, codes)),
        users: (usernames) => answer(`users ${usernames.join(",")}`, () => known(this.users, usernames)),
        replies: (code, atMost) => answer(`replies ${code}`, () => this.#below(code).slice(0, atMost))
      }
    }
  }

  forget(): void {
    this.posts.clear()
    this.users.clear()
    this.asked.length = 0
    this.before = Effect.void
  }

  tell(...posts: ReadonlyArray<PostInput>): void {
    for (const post of posts) {
      const told = { type: "post", caption: "this is a plain post", username: "someone", ...post } as const
      this.posts.set(post.code, { post: told, author: null })
    }
  }

  #below(code: string): ReadonlyArray<LivePost> {
    const found = new Map<string, LivePost>()
    const look = (parent: string) => {
      for (const one of this.posts.values()) {
        if (one.post.reply_to !== parent || found.has(one.post.code) || one.post.code === code) continue
        found.set(one.post.code, one)
        look(one.post.code)
      }
    }
    if (this.posts.has(code)) look(code)
    return [...found.values()]
  }
}
