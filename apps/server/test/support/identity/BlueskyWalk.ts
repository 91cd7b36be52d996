/**
 * A small network at random in which accounts take each other's handles, go and come back, and of which events come late,
 * repeatedly or never; and what is left of it, told naively from what was delivered.
 */
import fc from "fast-check"
import type { MadeEvent } from "../../../../../test/support/jetstream/Events.ts"
import { tidOf } from "../../../../../test/support/jetstream/Tids.ts"

const people = 4
const handles = 4
const stepMicros = 10_000_000
const longestDelay = 4

const who = fc.nat(people - 1)
/** By how many steps the event comes late, and after how many it comes again. */
const delivery = {
  late: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, fc.nat(longestDelay)),
  again: fc.option(fc.nat(3))
}

const action = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("post" as const), who, isReply: fc.boolean(), ...delivery }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("unpost" as const), who, ...delivery }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("profile" as const), who, ...delivery }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("rename" as const),
      who,
      // The last one is no valid handle.
      to: fc.nat(handles),
      told: fc.constantFrom("handle", "signal", "nothing"),
      ...delivery
    })
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("gone" as const),
      who,
      status: fc.constantFrom("deleted", "takendown"),
      ...delivery
    })
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("back" as const), who, ...delivery }) }
)
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

/** Whether the network can be asked for handles at each step. */
export const blueskyWalk = fc.record({
  actions: fc.array(action, { minLength: 2, maxLength: 12 }),
  canAsk: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 })
})
type Drawn = typeof blueskyWalk extends fc.Arbitrary<infer A> ? A : never

export const stepsOf = ({ actions }: Drawn): number => actions.length + longestDelay + 4

/** What an account was seen as; null for no handle that is valid. */
export interface Seen {
  readonly did: string
  readonly handle: string | null
  readonly micros: number
}

interface MadePost {
  readonly did: string
  readonly code: string
  readonly micros: number
  readonly parent: string | null
}

export class BlueskyWalk {
  readonly dids: ReadonlyArray<string>
  readonly handleNames: ReadonlyArray<string>
  readonly #drawn: Drawn
  readonly #number: number
  readonly #startMicros: number
  /** What the network says now. */
  readonly #handleOf = new Map<string, string | null>()
  readonly #due = new Map<number, Array<MadeEvent>>()
  readonly #made = new Map<string, MadePost>()
  readonly #posts = new Map<string, MadePost>()
  readonly #deleted = new Set<string>()
  readonly #removed = new Map<string, number>()
  readonly #profiles = new Map<string, number>()
  readonly seen: Array<Seen> = []

  constructor(drawn: Drawn, number: number, startMicros: number) {
    this.#drawn = drawn
    this.#number = number
    this.#startMicros = startMicros
    const text = number
      .toString(32)
      .padStart(8, "0")
      .replaceAll(/[0189]/g, (digit) => "wxyz"["0189".indexOf(digit)] ?? "")
    this.dids = Array.from({ length: people }, (_, index) => `did:plc:${text}${"abcdefgh"[index]?.repeat(16)}`)
    this.handleNames = Array.from({ length: handles }, (_, index) => `h${index}-${text}.example.com`)
    for (const [index, did] of this.dids.entries()) this.#handleOf.set(did, this.handleNames[index] ?? null)
  }

  canAskAt(step: number): boolean {
    return this.#drawn.canAsk[step % this.#drawn.canAsk.length] ?? false
  }

  /** What the network answers; the test says when it was asked. */
  ask(did: string, micros: number): string | null | undefined {
    const handle = this.#handleOf.get(did)
    if (handle !== undefined) this.seen.push({ did, handle, micros })
    return handle
  }

  /** What is delivered at this step. */
  eventsAt(step: number): ReadonlyArray<MadeEvent> {
    const done = this.#drawn.actions[step]
    if (done !== undefined) this.#act(step, done)
    const events = this.#due.get(step) ?? []
    for (const event of events) this.#deliver(event)
    return events
  }

  #act(step: number, done: Action): void {
    const did = this.dids[done.who] ?? ""
    const micros = this.#startMicros + step * stepMicros
    const rkey = tidOf(micros)
    const send = (what: MadeEvent["what"]) => {
      const event: MadeEvent = { seq: this.#number * 100 + step, did, micros, what }
      const first = step + done.late
      const times = done.again === null ? [first] : [first, first + done.again]
      for (const time of times) this.#due.set(time, [...(this.#due.get(time) ?? []), event])
    }
    const commit = (collection: string, key: string, record: object | null) =>
      send({
        kind: "commit",
        operation: record === null ? "delete" : "create",
        collection,
        rkey: key,
        rev: rkey,
        ...(record === null ? {} : { record: { $type: collection, ...record } })
      })
    const last = [...this.#made.values()].at(-1)
    switch (done.kind) {
      case "post": {
        const parent = done.isReply && last !== undefined ? last.code : null
        this.#made.set(`${rkey}~${did}`, { did, code: `${rkey}~${did}`, micros, parent })
        const [key, author] = parent?.split("~") ?? []
        const uri = `at://${author}/app.bsky.feed.post/${key}`
        return commit("app.bsky.feed.post", rkey, {
          text: `this is the post ${step}`,
          createdAt: new Date(micros / 1_000).toISOString(),
          reply: parent === null ? null : { parent: { uri, cid: "c" }, root: { uri, cid: "c" } }
        })
      }
      case "unpost": {
        const own = [...this.#made.values()].findLast((post) => post.did === did)
        return own === undefined ? undefined : commit("app.bsky.feed.post", own.code.split("~")[0] ?? "", null)
      }
      case "profile":
        return commit("app.bsky.actor.profile", "self", { displayName: `name ${step}`, description: null })
      case "rename": {
        const handle = this.handleNames[done.to] ?? null
        for (const [other, held] of this.#handleOf)
          if (held === handle && held !== null) this.#handleOf.set(other, null)
        this.#handleOf.set(did, handle)
        if (done.told === "nothing") return
        return send({ kind: "identity", ...(done.told === "signal" ? {} : { handle: handle ?? "handle.invalid" }) })
      }
      case "gone":
        return send({ kind: "account", active: false, status: done.status })
      case "back":
        return send({ kind: "account", active: true })
    }
  }

  #deliver({ did, micros, what }: MadeEvent): void {
    if (what.kind === "account") {
      if (!what.active) this.#removed.set(did, Math.max(micros, this.#removed.get(did) ?? 0))
    } else if (what.kind === "identity") {
      if (what.handle === undefined) return
      this.seen.push({ did, handle: what.handle === "handle.invalid" ? null : what.handle, micros })
    } else if (what.collection === "app.bsky.actor.profile") {
      this.#profiles.set(did, Math.max(micros, this.#profiles.get(did) ?? 0))
    } else {
      const code = `${what.rkey}~${did}`
      const post = this.#made.get(code)
      if (what.operation === "delete") this.#deleted.add(code)
      else if (post !== undefined) this.#posts.set(code, post)
    }
  }

  #standsAfterRemoval(did: string, micros: number): boolean {
    return micros > (this.#removed.get(did) ?? 0)
  }

  #isVisible(code: string | null): boolean {
    const post = this.#posts.get(code ?? "")
    return post !== undefined && !this.#deleted.has(post.code) && this.#standsAfterRemoval(post.did, post.micros)
  }

  /** The posts of an account that are left, as code and author of the parent. */
  postsOf(did: string): ReadonlyArray<readonly [string, string | null, string | null]> {
    return [...this.#posts.values()]
      .filter((post) => post.did === did && this.#isVisible(post.code))
      .map(({ code, parent }) => [
        code,
        parent,
        this.#isVisible(parent) ? (this.#posts.get(parent ?? "")?.did ?? null) : null
      ])
  }

  hasProfile(did: string): boolean {
    return this.#profiles.has(did) && this.#standsAfterRemoval(did, this.#profiles.get(did) ?? 0)
  }

  /** The names that the account may be shown by: one, unless a removed account was seen with it later. */
  labelsOf(did: string): ReadonlyArray<string | null> {
    const own = this.seen.filter((one) => one.did === did && this.#standsAfterRemoval(did, one.micros))
    const last = own.toSorted((a, b) => a.micros - b.micros).at(-1)
    if (last === undefined || last.handle === null) return [null]
    const later = this.seen.filter((one) => one.did !== did && one.handle === last.handle && one.micros > last.micros)
    if (later.some((one) => this.#standsAfterRemoval(one.did, one.micros))) return [null]
    return later.length > 0 ? [null, last.handle] : [last.handle]
  }
}
