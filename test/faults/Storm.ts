/** What happens to a cluster while posts arrive and rules change: kills at failpoints of the round and at random moments. */
import { setTimeout as sleep } from "node:timers/promises"
import type { FailpointName } from "../../apps/server/src/runtime/FailpointSetting.ts"
import type { HeddleProcess } from "../support/HeddleProcess.ts"
import type { Choices } from "../support/Seeds.ts"
import { killMember, type Member, startMember, upMembers } from "./Cluster.ts"
import { addRule, dropRule, type EpisodeAccount } from "./EpisodeAccounts.ts"
import { type EpisodePost, lineOf } from "./EpisodePosts.ts"
import { terminateBackends } from "./KillChecks.ts"

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
const [firstPoint = "", ...otherPoints] = [...failpoints, "back ends", "any"]

const lifeMillis = 1_500
const batchPauseMillis = 250

/** Deaths by where they happened. */
export type Deaths = Map<string, number>

const dead = (server: HeddleProcess) => server.exit().then((code) => code === null)

/** Kills a member at a random moment, lets its next life end at a failpoint if it gets there, and starts it for good. */
const haunt = async (member: Member, url: string, choices: Choices, deaths: Deaths): Promise<void> => {
  const { below, of } = choices
  await sleep(below(lifeMillis))
  await killMember(member)
  const name = of(firstPoint, ...otherPoints)
  const failpoint = isPoint(name) ? `${name}:${1 + below(points[name])}` : undefined
  // It may die before it is ready.
  const server = await startMember(member, failpoint).catch(() => undefined)
  let reached = server === undefined
  if (server !== undefined) {
    if (name === "back ends") await terminateBackends(url, 1 + below(6))
    reached = await Promise.race([
      dead(server),
      sleep(isPoint(name) ? lifeMillis : below(lifeMillis)).then(() => false)
    ])
  }
  const where = reached || !isPoint(name) ? name : "point not reached"
  deaths.set(where, (deaths.get(where) ?? 0) + 1)
  await killMember(member)
  await startMember(member)
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

interface Feed {
  readonly members: ReadonlyArray<Member>
  readonly owners: ReadonlyArray<EpisodeAccount>
  readonly posts: ReadonlyArray<EpisodePost>
  readonly choices: Choices
}

/** Reports in a random order, but those of one post in theirs. */
const feed = async ({ members, owners, posts, choices }: Feed): Promise<void> => {
  const { below } = choices
  const left = posts.map((post) => ({ post, next: 0 }))
  while (left.length > 0) {
    const batch: Array<string> = []
    for (let count = 1 + below(12); count > 0 && left.length > 0; count -= 1) {
      const index = below(left.length)
      const one = left[index]
      if (one === undefined) break
      batch.push(lineOf(one.post, one.next))
      one.next += 1
      if (one.next === one.post.reports.length) left.splice(index, 1)
    }
    await ingestSurely(members, batch, choices)
    if (below(4) === 0) {
      const post = posts[below(posts.length)]
      if (post !== undefined) {
        post.isDeleted = true
        await ingestSurely(members, [deletionOf(post)], choices)
      }
    }
    const [server] = upMembers(members)
    const owner = owners[below(owners.length)]
    if (server !== undefined && owner !== undefined) {
      if (below(2) === 0) await addRule(server, owner, choices)
      if (below(5) === 0) await dropRule(server, owner, choices)
    }
    await sleep(below(batchPauseMillis))
  }
}

export const storm = async (world: Feed, url: string, deaths: Deaths): Promise<void> => {
  const { below } = world.choices
  const spared = below(world.members.length)
  const victims = world.members.filter((_, index) => index !== spared).slice(0, 1 + below(2))
  const feeding = feed(world)
  await Promise.all(victims.map((member) => haunt(member, url, world.choices, deaths)))
  await feeding
}
