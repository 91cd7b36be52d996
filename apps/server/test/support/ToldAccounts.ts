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

export const accountNames = ["Ann", "ann", "台"] as const

/** Ages often around an edge of a day of UTC, or around this age; few values, so that there are ties. */
const agesFrom = (end: number, oldest: number, edge: number) => {
  const around = fc.integer({ min: -2 * hour, max: 2 * hour })
  return fc
    .oneof(
      fc.nat(oldest),
      fc.nat(3 * day),
      fc.nat(12).map((days) => days * day),
      fc.tuple(fc.constantFrom(1, 2, 8, 9, 10, 11, 364, 365, 366, 367), around).map(([days, off]) => {
        return (end % day) + days * day + off
      }),
      { weight: 3, arbitrary: around.map((off) => edge + off) },
      fc.constantFrom(edge, edge - 1, edge + 1)
    )
    .map((age) => Math.min(oldest, Math.max(0, age)))
}

const followers = fc.oneof(fc.nat(8), { weight: 3, arbitrary: fc.nat(1_000) }, fc.constant(null))

/** In order of time but for some that come late; `edge` is an age in seconds around which it matters what is seen. */
export const toldAccounts = (
  end: number,
  oldestSeconds: number,
  edge: number
): fc.Arbitrary<ReadonlyArray<ToldAccount>> =>
  fc
    .array(
      fc.record({
        username: fc.constantFrom(...accountNames),
        age: agesFrom(end, oldestSeconds, edge),
        late: lateness,
        counts: fc.record(
          { follower_count: followers, following_count: fc.nat(9), post_count: fc.nat(9) },
          { requiredKeys: [] }
        )
      }),
      { maxLength: 40, size: "max" }
    )
    .map((lines) =>
      inOrder(lines).map(({ username, age, counts }) => ({ username, observed_at: end - age, ...counts }))
    )

/** By how many seconds a line comes late; mostly not at all. */
export const lateness = fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.nat(2 * day))

/** Lines in the order in which they come. */
export const inOrder = <A extends { readonly age: number; readonly late: number }>(lines: ReadonlyArray<A>) =>
  lines.toSorted((one, other) => other.age - other.late - (one.age - one.late))

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
