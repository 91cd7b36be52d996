/**
 * Accounts at random that two instances show, each by ids of its own; they change their names, leave, and take names that
 * others had. Whatever an instance shows, also again, has the names of that moment.
 */
import fc from "fast-check"
import type { StatusEvent } from "../../../src/sources/mastodon/StatusEvents.ts"
import { idAt } from "../networks/MastodonStandIn.ts"

const names = 5
const instances = [0, 1] as const
export type Instance = (typeof instances)[number]

const at = fc.constantFrom<ReadonlyArray<Instance>>([0], [1], [0, 1])
const who = fc.nat(20)

const action = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("post" as const), who, at }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("unpost" as const), who, at }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("show" as const), who, at }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("rename" as const), who, to: fc.nat(names - 1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("newcomer" as const), to: fc.nat(names - 1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("leave" as const), who }) }
)
type Action = typeof action extends fc.Arbitrary<infer A> ? A : never

export const mastodonWalk = fc.array(action, { minLength: 2, maxLength: 14 })

interface Post {
  readonly id: string
  readonly uri: string
  readonly millis: number
  readonly shownAt: Set<Instance>
}

export interface Person {
  readonly index: number
  name: string
  isGone: boolean
  readonly posts: Array<Post>
  /** The name that was last seen. */
  seen: string | null
}

export class MastodonWalk {
  readonly people: Array<Person> = []
  readonly #actions: ReadonlyArray<Action>
  readonly #home: string
  readonly #number: number
  readonly #seenLast = new Map<string, Person>()

  constructor(actions: ReadonlyArray<Action>, number: number) {
    this.#actions = actions
    this.#number = number
    this.#home = `home-${number}.example`
  }

  get steps(): number {
    return this.#actions.length + 1
  }

  idOf({ index }: Person, instance: Instance): string {
    return String(this.#number * 1_000 + index * 2 + instance + (instance === 0 ? 0 : 500_000_000))
  }

  labelOf(person: Person): string | null {
    return person.seen !== null && this.#seenLast.get(person.seen) === person ? person.seen : null
  }

  /** What both instances report at this step, each for itself. */
  eventsAt(step: number, millis: number): readonly [ReadonlyArray<StatusEvent>, ReadonlyArray<StatusEvent>] {
    const told: [Array<StatusEvent>, Array<StatusEvent>] = [[], []]
    const show = (person: Person, post: Post, where: ReadonlyArray<Instance>) => {
      for (const instance of where) {
        told[instance].push({ kind: "status", status: this.#entity(person, post, instance) })
        post.shownAt.add(instance)
      }
      if (where.length === 0) return
      person.seen = person.name
      this.#seenLast.set(person.name, person)
    }
    const write = (person: Person, where: ReadonlyArray<Instance>, offset = 0) => {
      const id = idAt(millis, this.#number * 10 + offset)
      const post = {
        id,
        uri: `https://${this.#home}/users/${person.index}/statuses/${id}`,
        millis,
        shownAt: new Set<Instance>()
      }
      person.posts.push(post)
      show(person, post, where)
    }
    const remove = (person: Person, post: Post) => {
      for (const instance of post.shownAt) told[instance].push({ kind: "delete", id: post.id })
      person.posts.splice(person.posts.indexOf(post), 1)
    }
    const welcome = (name: string, offset = 0) => {
      const person: Person = { index: this.people.length, name, isGone: false, posts: [], seen: null }
      this.people.push(person)
      write(person, instances, offset)
    }
    const present = this.people.filter(({ isGone }) => !isGone)
    const done = this.#actions[step - 1]
    if (done === undefined) for (const index of [0, 1, 2]) welcome(this.#nameAt(index), index)
    else if (done.kind === "newcomer") {
      const name = this.#nameAt(done.to)
      // Who had it moves to a name of the moment, and is not seen again before.
      for (const other of present) if (other.name === name) other.name = `${step}-${name}`
      welcome(name)
    } else {
      const person = present[done.who % Math.max(1, present.length)]
      if (person === undefined) return told
      const last = person.posts.at(-1)
      if (done.kind === "post") write(person, done.at)
      else if (done.kind === "show" && last !== undefined) show(person, last, done.at)
      else if (done.kind === "unpost" && last !== undefined) remove(person, last)
      else if (done.kind === "rename") this.#rename(person, this.#nameAt(done.to), present)
      else if (done.kind === "leave") {
        for (const post of person.posts.toReversed()) remove(person, post)
        person.isGone = true
      }
    }
    return told
  }

  #nameAt(index: number): string {
    return `n${index}@${this.#home}`
  }

  #rename(person: Person, name: string, present: ReadonlyArray<Person>): void {
    if (present.every((other) => other.name !== name)) person.name = name
  }

  #entity(person: Person, { id, uri, millis }: Post, instance: Instance) {
    return {
      id,
      uri,
      created_at: new Date(millis).toISOString(),
      content: "<p>this is a plain post</p>",
      visibility: "public",
      account: { id: this.idOf(person, instance), acct: person.name }
    }
  }
}
