/** What the network tells about a stretch of time, in the order in which it is seen. */
import type { Change } from "../../store/Change.ts"
import { dayMillis, hourMillis } from "../../runtime/Time.ts"
import { checkpointsMillis } from "./Checkpoints.ts"
import type { Network } from "./Network.ts"
import { isDeletedAt, postChange, userChange } from "./Observation.ts"
import { derivePost, type SimulatedPost } from "./SimulatedPost.ts"
import { postsBetween, slotMillis, slotOf } from "./Slots.ts"
import { keeps, type Thinning } from "./Thinning.ts"

/** Every author is told about once in so many minutes. */
const authorMinutes = 30

interface Seen {
  readonly at: number
  readonly change: Change
}

const seenAt = (post: SimulatedPost, millis: number): ReadonlyArray<Seen> => {
  if (isDeletedAt(post, millis)) return [{ at: millis, change: { type: "delete", code: post.code } }]
  return [{ at: millis, change: postChange(post, millis) }]
}

/** All authors once a day of the past and at the start, so that growth of followers has a past too. */
export const authorTimes = ({ startMillis }: Thinning, historyHours: number): ReadonlyArray<number> => {
  const days = Math.floor((historyHours * hourMillis) / dayMillis)
  return Array.from({ length: days + 1 }, (_, index) => startMillis - (days - index) * dayMillis).filter(
    (millis) => millis >= 0
  )
}

export const authorsAt = (network: Network, millis: number): ReadonlyArray<Change> =>
  network.authors.map((author) => userChange(author, millis))

/** Posts of the past with what they have at the start. */
export const history = (network: Network, thinning: Thinning, after: number, until: number): ReadonlyArray<Change> =>
  postsBetween(network, after, until)
    .filter((id) => keeps(thinning, network, id))
    .flatMap((id) => seenAt(derivePost(network, id), thinning.startMillis))
    .map(({ change }) => change)

const looks = (network: Network, thinning: Thinning, after: number, until: number): ReadonlyArray<Seen> =>
  [0, ...checkpointsMillis].flatMap((age) =>
    postsBetween(network, after - age, until - age)
      .filter((id) => keeps(thinning, network, id))
      .map((id) => derivePost(network, id))
      .filter((post) => post.deletedAt === null || post.at + age <= post.deletedAt)
      .flatMap((post) => seenAt(post, post.at + age))
  )

const authorsBetween = (network: Network, after: number, until: number): ReadonlyArray<Seen> => {
  const seen: Array<Seen> = []
  for (let slot = slotOf(after) + 1; slot <= slotOf(until); slot++) {
    const at = slot * slotMillis
    const due = network.authors.filter((_, index) => index % authorMinutes === slot % authorMinutes)
    seen.push(...due.map((author) => ({ at, change: userChange(author, at) })))
  }
  return seen
}

/** New posts, posts looked at again, and accounts, after `after` and not later than `until`. */
export const live = (network: Network, thinning: Thinning, after: number, until: number): ReadonlyArray<Change> =>
  [...authorsBetween(network, after, until), ...looks(network, thinning, after, until)]
    .toSorted((a, b) => a.at - b.at)
    .map(({ change }) => change)
