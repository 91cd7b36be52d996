/**
 * What to tell a caller who named no language and found nothing: Chinese alone was searched, and other languages may
 * have what they look for. With keywords, only for those in Latin letters, which hardly ever mean Chinese posts.
 */
import { defaultLanguage, type Language } from "@heddle/api"
import { Effect, Option, Stream } from "effect"
import { identifyLanguage, languageMatches } from "@heddle/text"
import type { SqlClient, Statement } from "effect/sql"
import { dayMillis, plusMillis } from "../../runtime/Time.ts"
import type { CallScan, Window } from "../../store/scan/ChunkedScan.ts"

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

const searchedByDefault = `You did not specify a language, so only Chinese posts (\`${defaultLanguage}\`) were searched.`

const noneText = ` There are no matching posts in ${listed(others)} from the last ${days} days either.`

/** `ifNone` is added when no language has any. */
export const noticeOf = (found: ReadonlySet<string>, ifNone = noneText, searched = searchedByDefault): string => {
  const matching = others.filter((language) => found.has(language))
  return matching.length === 0
    ? `${searched}${ifNone}`
    : `${searched} There are matching posts in ${listed(matching)}: repeat the call with \`language=${matching[0]}\`.`
}

/**
 * For answers whose posts no condition can tell: `find` names the languages of the first that it finds, so
 * finding none says nothing.
 */
export const otherLanguagesBy = <E, R>(
  find: (languages: typeof others) => Effect.Effect<ReadonlyArray<string>, E, R>,
  searched = searchedByDefault
): Effect.Effect<string, never, R> =>
  find(others).pipe(
    Effect.timeoutOption(atMost),
    Effect.map((found) => noticeOf(new Set(Option.getOrElse(found, () => [])), "", searched)),
    // A hint, without which the answer is complete.
    Effect.catch(() => Effect.succeed(noticeOf(new Set(), "", searched)))
  )

/** That notice for a caller who named no language and found nothing; none for any other. */
export const noticesIfNone = <E, R>(
  found: number,
  language: Language | undefined,
  notice: Effect.Effect<string, E, R>
): Effect.Effect<ReadonlyArray<string>, E, R> =>
  found === 0 && language === undefined ? Effect.map(notice, (text) => [text]) : Effect.succeed([])

/** With fewer posts than this, a topic may be in another language than the posts. */
export const few = 5

const names: Readonly<Record<(typeof others)[number] | typeof defaultLanguage, string>> = {
  zh: "Chinese",
  en: "English",
  ja: "Japanese",
  ko: "Korean"
}

/** What to say about a topic that found few posts, and is itself in a language that was not searched. */
export const topicNotices = (topic: string, searched: Language, found: number): ReadonlyArray<string> => {
  const detected = identifyLanguage(topic)
  const own = languageMatches(defaultLanguage, detected) ? defaultLanguage : others.find((one) => one === detected)
  return found >= few || own === undefined || languageMatches(searched, detected) || languageMatches(own, searched)
    ? []
    : [
        `The topic looks ${names[own]}, but only posts in \`${searched}\` were searched. For ${names[own]} posts, send \`language=${own}\`.`
      ]
}

/** `matches` is the condition of the call without its language, on posts aliased as `p`. */
export const makeOtherLanguages = (sql: SqlClient.SqlClient, scan: CallScan) =>
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
    yield* scan.chunks({ from: from > earliest ? from : earliest, until }, languagesIn).pipe(
      Stream.tap((rows) => Effect.sync(() => rows.forEach(({ language }) => found.add(language)))),
      Stream.takeUntil(() => found.size === others.length),
      Stream.runDrain,
      Effect.timeoutOption(atMost),
      Effect.orDie
    )
    return noticeOf(found)
  })
