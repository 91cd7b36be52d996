/** Which author a caller means: the one who has the name now. Known is whom a source reported or who has a stored post. */
import { NotFound } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { listed } from "../../database/client/Recordset.ts"
import { dayMillis, dayOf, isoDay, now, plusMillis } from "../../runtime/Time.ts"
import { authorsWithPosts } from "../../store/authors/AuthorsWithPosts.ts"
import { nameKey } from "../../store/authors/NameState.ts"
import { retentionDays } from "../../store/posts/PostPartitions.ts"

/** Of an author that the caller named with `@`. */
const namedWithoutSign = (username: string): string =>
  `No author is called \`${username}\`: authors are named without \`@\`, so try \`${username.slice(1)}\`.`

/** A notice for each of these authors who is named with `@`. */
export const namesWithSign = (notFound: ReadonlyArray<string>): ReadonlyArray<string> =>
  Array.from(new Set(notFound.filter((username) => username.startsWith("@"))), namedWithoutSign)

export interface KnownAuthor {
  readonly authorId: string
  /** As it is shown. */
  readonly username: string
  /** Says that others had the name before; none for a name that nobody had. */
  readonly notices: ReadonlyArray<string>
}

interface Row {
  readonly authorId: string
  /** Whether a source reported its profile. */
  readonly isReported: boolean
}

interface Candidate extends Row {
  readonly kind: "candidate"
  readonly username: string | null
  readonly nameKey: string
  /** Since when the author has had the name. */
  readonly at: Date | null
}

interface FormerHolder extends Row {
  readonly kind: "former"
  readonly username: string
  readonly nameKey: string
  /** What its author is called now; null if that author is not known any more. */
  readonly shown: string | null
}

const shownOf = ({ username, authorId }: Candidate): string => username ?? authorId

/** An exact name before an id, and both before the one author whose name differs only in case. */
const meant = (name: string, candidates: ReadonlyArray<Candidate>): Candidate | undefined => {
  const exact =
    candidates.find(({ username }) => username === name) ?? candidates.find(({ authorId }) => authorId === name)
  const alike = candidates.filter((candidate) => candidate.nameKey === nameKey(name))
  return exact ?? (alike.length === 1 ? alike[0] : undefined)
}

const handedOver = (author: Candidate, former: ReadonlyArray<FormerHolder>): ReadonlyArray<string> => {
  const shown = shownOf(author)
  const isAnothers = former.some(({ username, authorId }) => username === shown && authorId !== author.authorId)
  const since = author.at === null ? "" : ` since ${isoDay(dayOf(author.at))}`
  return isAnothers
    ? [`Another author was called \`${shown}\` before. These results are of the one who has had the name${since}.`]
    : []
}

/** The authors who have these names now, by the name given; omits unknown ones. */
export const knownAuthors = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, names: ReadonlyArray<string>) {
  const distinct = [...new Set(names)]
  const keys = distinct.map(nameKey)
  const isReported = sql`EXISTS (SELECT FROM authors a WHERE a.author_id = n.author_id) AS is_reported`
  const rows = yield* sql<Candidate | FormerHolder>`
    SELECT 'candidate' AS kind, n.author_id, n.username, n.name_key, n.named_at AS at, NULL AS shown, ${isReported}
    FROM author_names n
    WHERE n.author_id IN (
      SELECT author_id FROM author_names WHERE name_key IN ${listed(keys)}
      UNION SELECT author_id FROM author_names WHERE author_id IN ${listed(distinct)}
    )
    UNION ALL
    SELECT 'former', f.author_id, f.username, f.name_key, f.held_until, coalesce(n.username, n.author_id), ${isReported}
    FROM former_names f LEFT JOIN author_names n ON n.author_id = f.author_id
    WHERE f.name_key IN ${listed(keys)} AND f.held_until > ${plusMillis(yield* now, -retentionDays * dayMillis)}
    ORDER BY at DESC NULLS LAST`.unprepared
  const unreported = rows.flatMap(({ authorId, isReported }) => (isReported ? [] : [authorId]))
  const posting = yield* authorsWithPosts(sql, [...new Set(unreported)])
  const isKnown = ({ authorId, isReported }: Row) => isReported || posting.has(authorId)
  const candidates = rows.filter((row) => row.kind === "candidate").filter(isKnown)
  const former = rows
    .filter((row) => row.kind === "former")
    .map((row) => (isKnown(row) ? row : { ...row, shown: null }))
  const found = new Map<string, KnownAuthor>()
  for (const name of distinct) {
    const author = meant(
      name,
      candidates.filter(({ authorId, nameKey: key }) => key === nameKey(name) || authorId === name)
    )
    if (author === undefined) continue
    const notices = author.authorId === name ? [] : handedOver(author, former)
    found.set(name, { authorId: author.authorId, username: shownOf(author), notices })
  }
  return { found, former }
}, Effect.orDie)

/** What may help the caller with a name that nobody has: an `@` too many, or what its author is called now. */
export const hintFor = (name: string, former: ReadonlyArray<FormerHolder>): string | undefined => {
  if (name.startsWith("@")) return namedWithoutSign(name)
  const alike = former.filter((one) => one.nameKey === nameKey(name))
  const one = alike.find(({ username }) => username === name) ?? alike[0]
  return one?.shown === null || one === undefined
    ? undefined
    : `No author is called \`${one.username}\` now. The one who was called that is now \`${one.shown}\`.`
}

/** Fails with a 404 for an unknown author in a path; a known author without data is not an error (decisions, section 9). */
export const requireAuthor = Effect.fnUntraced(function* (sql: SqlClient.SqlClient, username: string) {
  const { found, former } = yield* knownAuthors(sql, [username])
  const author = found.get(username)
  if (author !== undefined) return author
  return yield* new NotFound({ detail: hintFor(username, former) ?? `No author ${username} is known.` })
})
