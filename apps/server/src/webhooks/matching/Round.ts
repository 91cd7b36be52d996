/**
 * The round: checks every rule of every account with webhooks (service.md, "Evaluation"). Normally it reads only posts
 * that are new or whose counts changed since the account's cursor. It scans the whole lookback window for an account
 * with a new rule, one that ran out of credits, one whose plan was renewed after a gap, and one of whose endpoints
 * reached its daily cap the day before.
 */
import { type AccountId, webhookEventPrice } from "@heddle/api"
import { Clock, Context, Effect, Layer, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { Ledger } from "../../credits/ledger/Ledger.ts"
import { hasWebhookPlan } from "../../credits/plans/CurrentPlan.ts"
import { hourMillis, now, plusMillis } from "../../runtime/Time.ts"
import { type Candidate, PostChangeFeed } from "../../store/posts/PostChangeFeed.ts"
import { type Match, Outbox } from "../delivery/Outbox.ts"
import { makeRuleIndex } from "./RuleIndex.ts"
import type { RuleRow } from "./RuleRow.ts"

export interface RoundSummary {
  readonly rules: number
  readonly posts: number
  readonly events: number
  readonly outOfCredits: ReadonlyArray<AccountId>
  readonly millis: number
}

interface AccountRow {
  readonly accountId: AccountId
  readonly cursor: string | null
  readonly unchecked: boolean
  readonly capEnded: boolean
}

type RoundRule = RuleRow & { readonly checked: boolean }

export class Round extends Context.Service<Round, { readonly run: Effect.Effect<RoundSummary> }>()(
  "@heddle/server/webhooks/matching/Round"
) {
  static readonly layer = Layer.effect(
    Round,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const feed = yield* PostChangeFeed
      const ledger = yield* Ledger
      const outbox = yield* Outbox

      /** Accounts without a webhook plan lose their cursor, so a new plan starts with a scan of the whole window. */
      const accountsToCheck = Effect.fnUntraced(function* (time: Date) {
        const current = hasWebhookPlan(sql, "r.account_id", time)
        yield* sql`
          UPDATE webhook_rounds r SET cursor = NULL WHERE r.cursor IS NOT NULL AND NOT ${current}`
        const rows = yield* sql<AccountRow>`
          SELECT r.account_id, r.cursor::text AS cursor,
            EXISTS (SELECT 1 FROM webhook_rules w WHERE w.account_id = r.account_id AND NOT w.checked) AS unchecked,
            coalesce(r.recheck_at <= ${time}, false) AS cap_ended
          FROM webhook_rounds r
          WHERE ${current} AND EXISTS (SELECT 1 FROM webhook_rules w WHERE w.account_id = r.account_id)`
        return yield* Effect.filter(rows, ({ accountId }) =>
          Effect.map(ledger.available(accountId), (credits) => credits >= webhookEventPrice)
        )
      })

      const rulesOf = (rows: ReadonlyArray<AccountRow>) =>
        rows.length === 0
          ? Effect.succeed<ReadonlyArray<RoundRule>>([])
          : sql<RoundRule>`SELECT * FROM webhook_rules WHERE ${sql.in(
              "account_id",
              rows.map((row) => row.accountId)
            )}`

      const scan = Effect.fnUntraced(function* (
        rows: ReadonlyArray<AccountRow>,
        since: bigint | undefined,
        target: bigint,
        at: Date
      ) {
        // A rule created since the accounts were read still needs its scan of the whole window.
        const rules = (yield* rulesOf(rows)).filter((rule) => since === undefined || rule.checked)
        if (rules.length === 0) return emptyScan
        const index = makeRuleIndex<RoundRule>()
        for (const rule of rules) index.add(rule)
        const longest = rules.reduce((hours, rule) => Math.max(hours, rule.lookbackHours), 0)
        const exhausted = new Set<AccountId>()
        const addEvents = Effect.fnUntraced(function* (page: ReadonlyArray<Candidate>) {
          let events = 0
          for (const [accountId, matches] of yield* matchesByAccount(page, index.match, at)) {
            if (exhausted.has(accountId)) continue
            const { created, outOfCredits } = yield* outbox.add(accountId, matches)
            events += created
            if (outOfCredits) exhausted.add(accountId)
          }
          return { posts: page.length, events }
        })
        const counts = yield* feed.pages({ from: plusMillis(at, -longest * hourMillis), since }).pipe(
          Stream.mapEffect(addEvents),
          Stream.runFold(
            () => ({ posts: 0, events: 0 }),
            (sum, page) => ({ posts: sum.posts + page.posts, events: sum.events + page.events })
          )
        )
        yield* Effect.forEach(
          rows,
          ({ accountId }) => advanceCursor(accountId, rules, exhausted.has(accountId), target, at),
          { discard: true }
        )
        return { ...counts, rules: rules.length, outOfCredits: [...exhausted] }
      })

      const advanceCursor = (
        accountId: AccountId,
        rules: ReadonlyArray<RoundRule>,
        outOfCredits: boolean,
        target: bigint,
        at: Date
      ) => {
        const checked = rules.filter((rule) => rule.accountId === accountId && !rule.checked).map(({ id }) => id)
        return sql.withTransaction(
          Effect.gen(function* () {
            yield* ledger.lock(accountId)
            yield* sql`
              UPDATE webhook_rounds SET cursor = ${outOfCredits ? null : String(target)}::xid8,
                out_of_credits_at = ${outOfCredits ? at : null}::timestamptz,
                recheck_at = CASE WHEN recheck_at > ${at} THEN recheck_at END
              WHERE account_id = ${accountId}`
            if (outOfCredits || checked.length === 0) return
            yield* sql`
              UPDATE webhook_rules SET checked = true WHERE account_id = ${accountId} AND ${sql.in("id", checked)}`
          })
        )
      }

      const run = Effect.gen(function* () {
        const started = yield* Clock.currentTimeMillis
        const at = yield* now
        // Read before the posts: later commits get a higher number and belong to the next round.
        const target = yield* feed.cursor
        const rows = yield* accountsToCheck(at)
        const behind = rows.filter((row) => needsWholeWindow(row, target))
        const current = rows.filter((row) => !needsWholeWindow(row, target))
        const since = current.map(({ cursor }) => BigInt(cursor ?? 0)).reduce((a, b) => (a < b ? a : b), target)
        const full = yield* scan(behind, undefined, target, at)
        const incremental = yield* scan(current, since, target, at)
        return {
          rules: full.rules + incremental.rules,
          posts: full.posts + incremental.posts,
          events: full.events + incremental.events,
          outOfCredits: [...full.outOfCredits, ...incremental.outOfCredits],
          millis: (yield* Clock.currentTimeMillis) - started
        }
      }).pipe(Effect.orDie, Effect.withSpan("Round.run"))

      return Round.of({ run })
    })
  )
}

const emptyScan = { posts: 0, events: 0, rules: 0, outOfCredits: [] }

/** A cursor ahead of the database's transaction ids comes from a restored backup and is useless. */
const needsWholeWindow = ({ cursor, unchecked, capEnded }: AccountRow, target: bigint): boolean =>
  cursor === null || unchecked || capEnded || BigInt(cursor) > target

/** Posts between two yields. Answers to calls must not wait for a page. */
const postsAtOnce = 50

const matchesByAccount = Effect.fnUntraced(function* (
  page: ReadonlyArray<Candidate>,
  match: (post: Candidate, at: Date) => ReadonlyArray<RoundRule>,
  at: Date
) {
  const byAccount = new Map<AccountId, Array<Match>>()
  for (const [index, post] of page.entries()) {
    if (index % postsAtOnce === 0) yield* Effect.yieldNow
    for (const rule of match(post, at)) {
      const matches = byAccount.get(rule.accountId) ?? []
      matches.push({ ruleId: rule.id, postCode: post.code })
      byAccount.set(rule.accountId, matches)
    }
  }
  return byAccount
})
