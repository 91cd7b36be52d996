/**
 * What to tell a caller who named no language and found nothing: Chinese alone was searched, and other languages may
 * have what they look for. Only for keywords in Latin letters, which hardly ever mean Chinese posts.
 */
import { defaultLanguage, type Language } from "@heddle/api"
import { Effect, Stream } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { dayMillis, plusMillis } from "../../runtime/Time.ts"
import { scanChunks, type Window } from "../../store/scan/ChunkedScan.ts"

const others = ["en", "ja", "ko"] as const satisfies ReadonlyArray<Language>

// The hint must not cost more than the answer: few days, few rows of a chunk, little time.
const days = 7
const sampledRows = 200
const atMost = "1 second"

const latin = /\p{Script=Latin}/u
const otherLetter = /[^\P{L}\p{Script=Latin}]/u

export const areLatin = (keywords: ReadonlyArray<string>): boolean =>
  keywords.every((keyword) => latin.test(keyword) && !otherLetter.test(keyword))

const listed = (languages: ReadonlyArray<string>) => languages.map((language) => `\`${language}\``).join(", ")

const searched = `You did not specify a language, so only Chinese posts (\`${defaultLanguage}\`) were searched.`

export const noticeOf = (found: ReadonlySet<string>): string => {
  const matching = others.filter((language) => found.has(language))
  return matching.length === 0
    ? `${searched} There are no matching posts in ${listed(others)} from the last ${days} days either.`
    : `${searched} There are matching posts in ${listed(matching)}: repeat the call with \`language=${matching[0]}\`.`
}

/** `matches` is the condition of the call without its language, on posts aliased as `p`. */
export const makeOtherLanguages = (sql: SqlClient.SqlClient) =>
  Effect.fn("OtherLanguages.notice")(function* ({ from, until }: Window, matches: Statement.Fragment) {
    const earliest = plusMillis(until, -days * dayMillis)
    const found = new Set<string>()
    const languagesIn = (chunk: Window) =>
      sql<{ language: string }>`
        SELECT DISTINCT sampled.language FROM (
          SELECT p.language FROM posts p
          WHERE p.posted_at >= ${chunk.from} AND p.posted_at < ${chunk.until}
            AND ${sql.in("p.language", others)} AND ${matches}
          LIMIT ${sampledRows}
        ) AS sampled`.unprepared
    yield* scanChunks({ from: from > earliest ? from : earliest, until }, languagesIn).pipe(
      Stream.tap((rows) => Effect.sync(() => rows.forEach(({ language }) => found.add(language)))),
      Stream.takeUntil(() => found.size === others.length),
      Stream.runDrain,
      Effect.timeoutOption(atMost),
      Effect.orDie
    )
    return noticeOf(found)
  })
