/**
 * What authors are called: the names that sources observe, and who had them before. An author who loses a name to another
 * is asked for at the network at once.
 */
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { atomically } from "../../database/client/Atomically.ts"
import { earlierOf, now, startOf } from "../../runtime/Time.ts"
import { authorIdOf, type Change, type CountChange, type NameChange } from "../Change.ts"
import { firstRetainedDay } from "../posts/PostPartitions.ts"
import { makeCheckRows } from "../checks/CheckRows.ts"
import { makeNameRows } from "./NameRows.ts"
import { isNews, type Label, type NameObservation, observeNames } from "./NameState.ts"

export class AuthorNames extends Context.Service<
  AuthorNames,
  {
    /** In any order, and repeated as often as may be. Gives every author a row. */
    observe(observations: ReadonlyArray<NameObservation>, source: string): Effect.Effect<void>
    /** What is known of these authors' names; omits authors who are unknown. */
    of(ids: ReadonlyArray<string>): Effect.Effect<ReadonlyMap<string, Label>>
    /** Forgets who had names, and who was removed, longer ago than posts are kept. */
    readonly forgetOld: Effect.Effect<void>
  }
>()("@heddle/server/store/authors/AuthorNames") {
  static readonly layer = Layer.effect(
    AuthorNames,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const rows = makeNameRows(sql)
      const checks = makeCheckRows(sql)

      const observeLocked = Effect.fnUntraced(function* (observations: ReadonlyArray<NameObservation>, source: string) {
        yield* rows.lock
        const stored = yield* rows.read(idsIn(observations), namesIn(observations))
        const changes = observeNames(stored, observations)
        yield* rows.write(stored, changes)
        yield* checks.askDisplaced(source, changes.displaced, yield* now)
      })

      const observe = Effect.fn("AuthorNames.observe")(function* (
        observations: ReadonlyArray<NameObservation>,
        source: string
      ) {
        if (observations.length === 0) return
        const distinct = latest(observations)
        const known = new Map(
          (yield* rows.labels(idsIn(distinct), []).pipe(Effect.orDie)).map((label) => [label.authorId, label])
        )
        const news = distinct.filter((one) => isNews(known.get(one.authorId), one))
        if (news.length > 0) yield* atomically(sql, observeLocked(news, source))
      })

      const of = Effect.fn("AuthorNames.of")(function* (ids: ReadonlyArray<string>) {
        const labels = ids.length === 0 ? [] : yield* rows.labels(ids, [])
        return new Map(labels.map((label) => [label.authorId, label]))
      }, Effect.orDie)

      const forgetOld = Effect.gen(function* () {
        yield* atomically(sql, Effect.andThen(rows.lock, rows.forgetBefore(startOf(firstRetainedDay(yield* now)))))
      }).pipe(Effect.withSpan("AuthorNames.forgetOld"))

      return AuthorNames.of({ observe, of, forgetOld })
    })
  )
}

const idsIn = (observations: ReadonlyArray<NameObservation>) => [
  ...new Set(observations.map(({ authorId }) => authorId))
]

const namesIn = (observations: ReadonlyArray<NameObservation>) => [
  ...new Set(observations.flatMap(({ username }) => username ?? []))
]

/** The last observation of each author with each name, in the order of the last ones. */
const latest = (observations: ReadonlyArray<NameObservation>): ReadonlyArray<NameObservation> => {
  const found = new Map<string, NameObservation>()
  for (const one of observations) {
    const key = JSON.stringify(one.username === undefined ? [one.authorId] : [one.authorId, one.username])
    const known = found.get(key)
    found.delete(key)
    found.set(key, known !== undefined && known.at > one.at ? known : one)
  }
  return [...found.values()]
}

type Reported = Change | CountChange | NameChange

/** What these changes say about names. An author without an id of its own has its name as the id. */
export const namesObservedIn = (changes: ReadonlyArray<Reported>, receivedAt: Date): ReadonlyArray<NameObservation> =>
  changes.flatMap((change): ReadonlyArray<NameObservation> => {
    if (change.type === "delete" || change.type === "counts") return []
    const authorId = authorIdOf(change)
    const at = earlierOf(change.observed_at, receivedAt)
    const isNamed = change.type === "name" || (change.username !== null && (change.author_id ?? null) !== null)
    if (!isNamed) return [{ authorId, username: undefined, at }]
    return [{ authorId, username: change.username === authorId ? null : change.username, at }]
  })
