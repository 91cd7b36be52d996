/** What happens to a cluster while posts arrive and rules change: kills at failpoints of the round and at random moments. */
import { setTimeout as sleep } from "node:timers/promises"
import type { FailpointName } from "../../apps/server/src/runtime/FailpointSetting.ts"
import type { HeddleProcess } from "../support/HeddleProcess.ts"
import type { Choices } from "../support/Seeds.ts"
import { killMember, type Member, startMember, upMembers } from "./Cluster.ts"
import { addRule, dropRule, type EpisodeAccount } from "./EpisodeAccounts.ts"
import { type EpisodePost, lineOf } from "./EpisodePosts.ts"
import { terminateBackends } from "./KillChecks.ts"
import { endLeases } from "./RoundChecks.ts"

/** Points of a round, and the greatest number of passes after which to die. */
const points = {
  "round.afterMatch": 6,
  "add.beforeCommit": 3,
  "add.afterCommit": 3,
  "round.beforeFinish": 6,
  "round.afterFinish": 6,
  "claim.afterCommit": 4,
  "record.beforeCommit": 4
} as const satisfies Partial<Record<FailpointName, number>>

const isPoint = (name: string): name is keyof typeof points => name in points
export const failpoints: ReadonlyArray<string> = Object.keys(points)
const [firstPoint = "", ...otherPoints] = [...failpoints, "back ends", "pause", "any"]

/** How long a member that is to die at a point may live. */
const armedMillis = 4_000
const lifeMillis = 1_000
const pauseMillis = 200

/** Deaths by where they happened. */
export type Deaths = Map<string, number>

export interface Storm {
  readonly url: string
  readonly members: ReadonlyArray<Member>
  readonly owners: ReadonlyArray<EpisodeAccount>
  readonly posts: ReadonlyArray<EpisodePost>
  readonly choices: Choices
  readonly deaths: Deaths
}

const ingest = async (server: HeddleProcess, lines: ReadonlyArray<string>): Promise<boolean> => {
  const sent = await fetch(`${server.operatorUrl}/ingest`, { method: "POST", body: lines.join("\n") }).catch(() => null)
  return sent?.ok ?? false
}

/** Repeats the lines at other members until one has stored them; a member may die while it does. */
export const ingestSurely = async (
  members: ReadonlyArray<Member>,
  lines: ReadonlyArray<string>,
  { below }: Choices
): Promise<void> => {
  for (;;) {
    const up = upMembers(members)
    const server = up[below(up.length)]
    if (server !== undefined && (await ingest(server, lines))) return
    await sleep(20)
  }
}

export const deletionOf = ({ code }: EpisodePost): string => JSON.stringify({ type: "delete", code })

/** Some reports of some posts at a time; those of one post are taken in their order. */
type Feed = () => Promise<boolean>

const makeFeed = ({ members, owners, posts, choices }: Storm): Feed => {
  const { below } = choices
  const left = posts.map((post) => ({ post, next: 0 }))
  const nextLines = (count: number): ReadonlyArray<string> =>
    Array.from({ length: count }, () => left[below(left.length)]).flatMap((one) => {
      if (one === undefined || one.next === one.post.reports.length) return []
      one.next += 1
      if (one.next === one.post.reports.length) left.splice(left.indexOf(one), 1)
      return [lineOf(one.post, one.next - 1)]
    })
  return async () => {
    await ingestSurely(members, nextLines(1 + below(8)), choices)
    const post = posts[below(posts.length)]
    if (post !== undefined && below(6) === 0) {
      post.isDeleted = true
      await ingestSurely(members, [deletionOf(post)], choices)
    }
    const [server] = upMembers(members)
    const owner = owners[below(owners.length)]
    if (server !== undefined && owner !== undefined) {
      if (below(3) === 0) await addRule(server, owner, choices)
      if (below(8) === 0) await dropRule(server, owner, choices)
    }
    return left.length > 0
  }
}

/** Longer than its lease: meanwhile others have its shards, and it goes on in the middle of its round. */
const pause = async ({ pid }: HeddleProcess, { url, choices: { below } }: Storm): Promise<void> => {
  await sleep(below(lifeMillis))
  process.kill(pid, "SIGSTOP")
  await endLeases(url, 11)
  await sleep(below(2 * lifeMillis))
  process.kill(pid, "SIGCONT")
}

/** A life that ends at a failpoint, if it gets there, or at a random moment. Returns where it ended. */
const liveAndDie = async (member: Member, feed: Feed, storm: Storm): Promise<string> => {
  const { url, choices } = storm
  const { below, of } = choices
  const name = of(firstPoint, ...otherPoints)
  const failpoint = isPoint(name) ? `${name}:${1 + below(points[name])}` : undefined
  // It may die before it is ready.
  const server = await startMember(member, failpoint).catch(() => undefined)
  if (server === undefined) return name
  // Its shards wait for the end of the lease of its former life, or all processes lose theirs.
  await endLeases(url, of(8, 11))
  if (name === "back ends") await terminateBackends(url, 1 + below(6))
  if (name === "pause") await pause(server, storm)
  if (!isPoint(name)) {
    await sleep(below(lifeMillis))
    return name
  }
  const death = server.exit().then(() => true)
  for (const deadline = Date.now() + armedMillis; Date.now() < deadline;) {
    await feed()
    if (await Promise.race([death, sleep(below(pauseMillis)).then(() => false)])) return name
  }
  return "point not reached"
}

/** Kills a member at a random moment, again in its next life, and starts it for good. */
const haunt = async (member: Member, feed: Feed, storm: Storm): Promise<void> => {
  await sleep(storm.choices.below(lifeMillis))
  await killMember(member)
  const where = await liveAndDie(member, feed, storm)
  storm.deaths.set(where, (storm.deaths.get(where) ?? 0) + 1)
  await killMember(member)
  await startMember(member)
}

/** Every report has arrived at its end, and all members are up. */
export const runStorm = async (storm: Storm): Promise<void> => {
  const { below } = storm.choices
  const spared = below(storm.members.length)
  const victims = storm.members.filter((_, index) => index !== spared).slice(0, 1 + below(2))
  const feed = makeFeed(storm)
  await feed()
  await Promise.all(victims.map((member) => haunt(member, feed, storm)))
  while (await feed());
}
