/**
 * What the product's round is compared with. The bare floor reads the same posts with a single statement and does nothing
 * with them. The peers find the same matches without an index of rules. They first leave out the posts that reach no rule's
 * thresholds, then try each pair of rule and post, with the thresholds first, which rule out most pairs cheaply. They make
 * no events.
 */
import { encodeKeyword, languageMatches } from "@heddle/text"
import { Effect } from "effect"
import { type Client, Query } from "pg"
import { languagesOf } from "../../../apps/server/src/queries/filters/Filters.ts"
import { hourMillis } from "../../../apps/server/src/runtime/Time.ts"
import type { Candidate } from "../../../apps/server/src/store/posts/PostChangeFeed.ts"
import type { NewRule } from "./RuleSet.ts"
import { windowHours } from "./Window.ts"

const columns = "p.code, p.token_text, p.language, p.posted_at, p.like_count, p.reply_count, p.impression_count"

/** Of the posts that `changePosts` changes in this turn. */
const sampled = (sample: number, turn: number) => `(SELECT * FROM posts WHERE posted_at > now() - interval '23 hours'
  ORDER BY hashtextextended(code, ${turn}) LIMIT ${sample}) p`

const timed = async (run: () => Promise<number>) => {
  const started = performance.now()
  const count = await run()
  return { count, millis: performance.now() - started }
}

/** Without keeping the rows in memory. */
const countRows = (client: Client, text: string) =>
  new Promise<number>((resolve, reject) => {
    let rows = 0
    const query = client.query(new Query(text))
    query.on("row", () => (rows += 1))
    query.on("end", () => resolve(rows))
    query.on("error", reject)
  })

/** The lowest thresholds of all rules. A post that reaches none of them matches nothing. */
export const lowestOf = (rules: ReadonlyArray<NewRule>) => {
  const least = (of: (rule: NewRule) => number | null) =>
    rules.reduce((low, rule) => Math.min(low, of(rule) ?? Infinity), Number.MAX_SAFE_INTEGER)
  return {
    likes: least(({ likeCount }) => likeCount),
    replies: least(({ replyCount }) => replyCount),
    views: least(({ viewCount }) => viewCount)
  }
}

export type Lowest = ReturnType<typeof lowestOf>

const reachesAny = ({ likes, replies, views }: Lowest): string =>
  `(p.like_count >= ${likes} OR p.reply_count >= ${replies} OR p.impression_count >= ${views})`

const changedSince = (since: Date) => `(
  SELECT DISTINCT n.posted_at, n.code COLLATE "C" AS code
  FROM post_changes c, unnest(c.posted_ats, c.codes) AS n (posted_at, code)
  WHERE c.changed_at >= '${since.toISOString()}'
) k JOIN posts p ON p.posted_at = k.posted_at AND p.code = k.code`

/** Reads what was recorded as changed since this time, or the whole window; all posts, or those that reach a threshold. */
export const readPosts = (client: Client, since: Date | undefined, lowest?: Lowest) =>
  Effect.promise(() =>
    timed(() =>
      countRows(
        client,
        `SELECT ${columns} FROM ${since === undefined ? "posts p" : changedSince(since)}
         WHERE p.posted_at >= now() - interval '${windowHours} hours' AND ${lowest === undefined ? "true" : reachesAny(lowest)}`
      )
    )
  )

const reaches = (count: number | null, threshold: number | null): boolean =>
  threshold === null || (count !== null && count >= threshold)

interface Prepared {
  readonly rule: NewRule
  readonly keyword: string | null
}

const matches = ({ rule, keyword }: Prepared, post: Candidate, at: number): boolean =>
  reaches(post.likeCount, rule.likeCount) &&
  reaches(post.replyCount, rule.replyCount) &&
  reaches(post.impressionCount, rule.viewCount) &&
  post.postedAt.getTime() >= at - rule.lookbackHours * hourMillis &&
  languageMatches(rule.language, post.language) &&
  (keyword === null || post.tokenText.includes(keyword))

const sampleOf = (client: Client, sample: number, turn: number) =>
  Effect.promise(async () => {
    const { rows } = await client.query(`SELECT ${columns} FROM ${sampled(sample, turn)}`)
    return rows.map((row): Candidate => ({
      code: row.code,
      tokenText: row.token_text,
      language: row.language,
      postedAt: row.posted_at,
      likeCount: Number(row.like_count),
      replyCount: Number(row.reply_count),
      impressionCount: row.impression_count === null ? null : Number(row.impression_count)
    }))
  })

/** A sample of posts with the lowest thresholds and the time of the round. */
export interface Sample {
  readonly count: number
  readonly turn: number
  readonly lowest: Lowest
  readonly at: Date
}

/** Each of these posts against every rule, in JavaScript; without the time to read the posts. */
export const bruteForce = Effect.fnUntraced(function* (
  client: Client,
  rules: ReadonlyArray<NewRule>,
  { count, turn, lowest: { likes, replies, views }, at }: Sample
) {
  const posts = yield* sampleOf(client, count, turn)
  const prepared = rules.map((rule) => ({
    rule,
    keyword: rule.keyword === null ? null : (encodeKeyword(rule.keyword) ?? rule.keyword)
  }))
  const tryAll = () => {
    let found = 0
    for (const post of posts) {
      if (post.likeCount < likes && post.replyCount < replies && (post.impressionCount ?? 0) < views) continue
      for (const rule of prepared) if (matches(rule, post, at.getTime())) found += 1
    }
    return found
  }
  return yield* Effect.promise(() => timed(async () => tryAll()))
})

/** The rules with what the join compares. */
export const preparePeerRules = (client: Client, rules: ReadonlyArray<NewRule>) =>
  Effect.promise(async () => {
    await client.query(`CREATE TABLE IF NOT EXISTS peer_rules (keyword text COLLATE "C", like_count bigint,
      reply_count bigint, view_count bigint, lookback_hours int, languages text[])`)
    await client.query("TRUNCATE peer_rules")
    const column = <A>(of: (rule: NewRule) => A) => rules.map(of)
    await client.query(
      `INSERT INTO peer_rules SELECT keyword, like_count, reply_count, view_count, lookback_hours,
         string_to_array(languages, ' ')
       FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::int[], $6::text[])
         AS n (keyword, like_count, reply_count, view_count, lookback_hours, languages)`,
      [
        column(({ keyword }) => (keyword === null ? null : (encodeKeyword(keyword) ?? keyword))),
        column(({ likeCount }) => likeCount),
        column(({ replyCount }) => replyCount),
        column(({ viewCount }) => viewCount),
        column(({ lookbackHours }) => lookbackHours),
        column(({ language }) => languagesOf(language).join(" "))
      ]
    )
    await client.query("ANALYZE peer_rules")
  })

/** These posts joined with all rules in one statement. */
export const naiveJoin = (client: Client, { count, turn, lowest, at }: Sample) =>
  Effect.promise(() =>
    timed(async () => {
      const { rows } = await client.query(
        `SELECT count(*) AS matches FROM ${sampled(count, turn)} JOIN peer_rules r ON
           (r.like_count IS NULL OR p.like_count >= r.like_count)
           AND (r.reply_count IS NULL OR p.reply_count >= r.reply_count)
           AND (r.view_count IS NULL OR p.impression_count >= r.view_count)
           AND p.posted_at >= $1::timestamptz - make_interval(hours => r.lookback_hours)
           AND p.language = ANY (r.languages)
           AND (r.keyword IS NULL OR p.token_text LIKE '%' || r.keyword || '%')
         WHERE ${reachesAny(lowest)}`,
        [at]
      )
      return Number(rows[0]?.matches)
    })
  )
