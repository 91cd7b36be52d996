/** Whatever processes that share the rounds do, against a plain model of who checked what. */
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import fc from "fast-check"
import { onAnyDatabase } from "../../../../../test/support/Databases.ts"
import { runs } from "../../../../../test/support/Runs.ts"
import { FeedCursor } from "../../../src/store/posts/PostChangeFeed.ts"
import { forEvery } from "../../support/Property.ts"
import { endLease, forgetRounds, type RoundProcess, shardsOf, startRoundProcess } from "../../support/RoundProcesses.ts"

const shardCount = 64

const whats = ["join", "share", "read", "finish", "together", "pause", "die", "stop"] as const

const steps = fc.array(fc.record({ what: fc.constantFrom(...whats), who: fc.nat({ max: 7 }) }), { maxLength: 30 })

/** The targets of the last two rounds of a shard. */
interface Targets {
  readonly last: FeedCursor | null
  readonly before: FeedCursor | null
}

interface Member extends RoundProcess {
  /** What it believes to own, in the round that it is in. */
  reading: ReadonlyArray<number>
}

const makeWorld = () => {
  const members: Array<Member> = []
  const targets: Array<Targets> = Array.from({ length: shardCount }, () => ({ last: null, before: null }))
  /** Who was the last to share each shard. */
  const owners = new Map<number, Member>()
  let rounds = 0

  const share = Effect.fnUntraced(function* (member: Member) {
    const { shards } = yield* member.share
    for (const { shard, cursor } of shards) {
      assert.strictEqual(cursor, targets[shard]?.before, `shard ${shard} is read from the round before the last`)
      owners.set(shard, member)
    }
    const numbers = shards.map(({ shard }) => shard)
    for (const [shard, owner] of owners) if (owner === member && !numbers.includes(shard)) owners.delete(shard)
    return { numbers }
  })

  const together = Effect.gen(function* () {
    const idle = members.filter(({ reading }) => reading.length === 0)
    const shared = yield* Effect.forEach(idle, share, { concurrency: "unbounded" })
    const numbers = shared.flatMap((one) => one.numbers)
    assert.strictEqual(new Set(numbers).size, numbers.length, "no two own the same shard")
  })

  const read = Effect.fnUntraced(function* (member: Member) {
    member.reading = (yield* share(member)).numbers
  })

  const finish = Effect.fnUntraced(function* (member: Member) {
    const cursor = FeedCursor.make(`round ${rounds++}`)
    const at = new Date()
    const stored = yield* member.finish(member.reading, { cursor, at, startedAt: at })
    assert.deepStrictEqual(
      stored.filter((shard) => owners.get(shard) !== member),
      [],
      "only the owner stores what it checked"
    )
    for (const shard of stored) targets[shard] = { last: cursor, before: targets[shard]?.last ?? null }
    member.reading = []
  })

  const join = Effect.gen(function* () {
    const member = { ...(yield* startRoundProcess()), reading: [] }
    members.push(member)
    yield* share(member)
  })

  const leave = <E, R>(member: Member, how: Effect.Effect<unknown, E, R>) =>
    Effect.tap(how, () => Effect.sync(() => members.splice(members.indexOf(member), 1)))

  /** Its lease ends, and it goes on under another id if it can: there is one process on the embedded database. */
  const pause = Effect.fnUntraced(function* (member: Member) {
    const id = yield* member.lease.id
    yield* endLease(id)
    yield* member.lease.renew
    if ((yield* member.lease.id) === id) yield* leave(member, Effect.void)
  })

  const step = Effect.fnUntraced(function* ({ what, who }: { what: (typeof whats)[number]; who: number }) {
    const member = members[who % Math.max(1, members.length)]
    if (member === undefined || (what === "join" && members.length < 5)) return yield* join
    if (what === "share" && member.reading.length === 0) yield* share(member)
    if (what === "read" && member.reading.length === 0) yield* read(member)
    if (what === "together") yield* together
    if (what === "finish") yield* finish(member)
    if (what === "pause") yield* pause(member)
    if (what === "stop") yield* leave(member, member.stop)
    if (what === "die") yield* leave(member, Effect.flatMap(member.lease.id, endLease))
  })

  return { members, step, finish, share }
}

/** Afterwards every shard has one owner, and nobody has more than an equal part. */
const settle = Effect.fnUntraced(function* ({ members, finish, share }: ReturnType<typeof makeWorld>) {
  for (const member of members) yield* finish(member)
  // Paused processes join again.
  for (const member of members) yield* share(member)
  for (const member of [...members, ...members]) yield* share(member)
  const owned = yield* Effect.forEach(members, shardsOf)
  const part = Math.ceil(shardCount / members.length)
  assert.deepStrictEqual(
    owned.filter(({ length }) => length > part),
    []
  )
  assert.sameMembers(
    owned.flat(),
    Array.from({ length: shardCount }, (_, shard) => shard)
  )
})

onAnyDatabase("Processes that join, pause, die and stop", (_name, database) => {
  layer(database, { timeout: "5 minutes" })((it) => {
    it.effect(
      "never store a shard of another, skip no target, and after two looks of each own all in equal parts",
      () =>
        forEvery(steps, runs(300), (all) =>
          Effect.gen(function* () {
            yield* forgetRounds
            const world = makeWorld()
            for (const one of all) yield* world.step(one)
            if (world.members.length > 0) yield* settle(world)
          }).pipe(Effect.scoped)
        )
    )
  })
})
