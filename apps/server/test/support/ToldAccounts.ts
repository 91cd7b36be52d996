/** What random sources told of a few accounts, all of it kept, and what the documented rules make of it. */
import fc from "fast-check"

const hour = 3_600
const day = 24 * hour

/** A line about an account; time in seconds. */
export interface ToldAccount {
  readonly username: string
  readonly observed_at: number
  readonly follower_count?: number | null
  readonly following_count?: number
  readonly post_count?: number
}

export interface SeenCounts {
  readonly observed: number
  readonly followers: number | null
  readonly following: number | null
  readonly posts: number | null
}

export const accountNames = ["Ann", "ann", "bob", "台"] as const

/** Ages often at an edge of an hour, a day or a window; few values, so that there are ties. */
const ageBefore = (atMost: number) =>
  fc.oneof(
    fc.constantFrom(0, 1, 1_800, hour, hour + 1, day, day - 1, day + 1, 7 * day, 7 * day + 1, 9 * day, 10 * day),
    fc.nat(3 * day),
    fc.nat(12 * day),
    fc.nat(atMost)
  )

const followers = fc.oneof(fc.nat(8), fc.nat(1_000), fc.constant(null))

/** In any order. */
export const toldAccounts = (end: number, oldestSeconds: number): fc.Arbitrary<ReadonlyArray<ToldAccount>> =>
  fc.array(
    fc
      .record({
        username: fc.constantFrom(...accountNames),
        age: ageBefore(oldestSeconds),
        counts: fc.record(
          { follower_count: followers, following_count: fc.nat(9), post_count: fc.nat(9) },
          { requiredKeys: [] }
        )
      })
      .map(({ username, age, counts }) => ({ username, observed_at: end - age, ...counts })),
    { maxLength: 40, size: "max" }
  )

/** Everything that was seen of an account: what is told late is not, what is not named stays. */
export const seenOf = (told: ReadonlyArray<ToldAccount>, username: string): ReadonlyArray<SeenCounts> => {
  const seen: Array<SeenCounts> = []
  for (const line of told) {
    const last = seen.at(-1)
    if (line.username !== username || line.observed_at < (last?.observed ?? 0)) continue
    seen.push({
      observed: line.observed_at,
      followers: line.follower_count ?? last?.followers ?? null,
      following: line.following_count ?? last?.following ?? null,
      posts: line.post_count ?? last?.posts ?? null
    })
  }
  return seen
}

/** The last of each so many seconds. */
export const lastOfEach = (seconds: number, seen: ReadonlyArray<SeenCounts>): ReadonlyArray<SeenCounts> =>
  seen.filter((one, index) => {
    const next = seen[index + 1]
    return next === undefined || Math.floor(next.observed / seconds) > Math.floor(one.observed / seconds)
  })
