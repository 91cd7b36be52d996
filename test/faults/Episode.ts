/** An episode in the life of a cluster: new accounts and posts, a storm, one quiet round, and the account of it. */
import { setTimeout as sleep } from "node:timers/promises"
import { eventually } from "../support/HeddleProcess.ts"
import type { Choices } from "../support/Seeds.ts"
import { type Member, upMembers } from "./Cluster.ts"
import { liveRules, makeAccounts, removeEndpoints, topUp } from "./EpisodeAccounts.ts"
import { makePosts } from "./EpisodePosts.ts"
import { describeUnfinished, hurry } from "./KillChecks.ts"
import { checkEpisode, databaseTime, endLeases, hasQuietRound, isFinished } from "./RoundChecks.ts"
import { type Deaths, deletionOf, ingestSurely, runStorm } from "./Storm.ts"
import type { StrictReceiver } from "./StrictReceiver.ts"

const finishMillis = 90_000
const hurryMillis = 400

export interface EpisodeSetting {
  readonly url: string
  readonly members: ReadonlyArray<Member>
  readonly receiver: StrictReceiver
  readonly deaths: Deaths
}

/** Waits; meanwhile what a dead process left is taken over at once, and nothing waits for its next attempt. */
const waitInAHurry = async (what: string, url: string, isDone: () => Promise<boolean>): Promise<void> => {
  const deadline = Date.now() + finishMillis
  while (!(await isDone())) {
    if (Date.now() > deadline)
      throw new Error(`not within ${finishMillis} ms: ${what}\n${await describeUnfinished(url)}`)
    await endLeases(url, 8)
    await hurry({ url, deadUrl: "", isDead: true })
    await sleep(hurryMillis)
  }
}

/** Returns the number of events. */
export const runEpisode = async (
  { url, members, receiver, deaths }: EpisodeSetting,
  name: string,
  choices: Choices
): Promise<number> => {
  const [slowest] = members.toSorted((a, b) => a.skewMillis - b.skewMillis)
  const server = slowest?.server
  if (server === undefined) throw new Error("the slowest member is down")
  const owners = await makeAccounts(server, name, receiver.url, choices)
  const posts = makePosts(name, choices)
  await runStorm({ members, owners, posts, choices, url, deaths })

  const grantor = slowest?.server
  if (grantor === undefined || upMembers(members).length < members.length) throw new Error("a member is down")
  await topUp(grantor, owners)
  const live = new Set<string>()
  for (const owner of owners) for (const id of await liveRules(grantor, owner)) live.add(id)
  const since = await databaseTime(url)
  await waitInAHurry("a quiet round", url, () => hasQuietRound(url, since))
  const until = Date.now()
  await waitInAHurry("all events are finished", url, () => isFinished(url))
  const events = await checkEpisode(url, { owners, posts, receiver, live, until })

  await removeEndpoints(grantor, owners)
  await ingestSurely(members, posts.map(deletionOf), choices)
  await eventually("nothing is left", () => isFinished(url), finishMillis)
  return events
}
