/** The statements of the live feed: finished attempts of accounts, with what their events and posts say. */
import type { AccountId, Delivery } from "@heddle/api"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { listed } from "../../database/client/Recordset.ts"
import { firstIdAt } from "../../database/partitions/PartitionNames.ts"
import { now, plusMillis } from "../../runtime/Time.ts"
import { postsByCode } from "../../store/posts/PostsByCode.ts"
import { columns } from "../log/DeliveryPages.ts"
import { type DeliveryRow, deliveryOf } from "../log/DeliveryRow.ts"
import { prefix } from "../log/DeliverySelection.ts"

/** Longer than an attempt may take from its id to its row in the log. */
export const attemptMillis = 120_000
/** Of one account that a look finds; more than a feed passes on. */
const atOnce = 50
const captionLength = 140

export interface LiveAttempt {
  readonly accountId: AccountId
  readonly delivery: Delivery
  readonly host: string
  readonly keyword: string | null
  readonly caption: string | null
  readonly language: string | null
}

interface AttemptRow extends DeliveryRow {
  readonly accountId: AccountId
  readonly url: string | null
  readonly keyword: string | null
}

const hostOf = (url: string | null): string => (url === null ? "" : (URL.parse(url)?.host ?? url))

const shortened = (caption: string): string => {
  const characters = [...caption]
  return characters.length > captionLength ? `${characters.slice(0, captionLength).join("")}…` : caption
}

export const makeAttemptFeedRows = (sql: SqlClient.SqlClient) => {
  const select = (accounts: ReadonlyArray<AccountId>, from: string | null, limit: number) =>
    accounts.length === 0
      ? Effect.succeed([])
      : sql<AttemptRow>`
          SELECT n.*, e.rule_keyword AS keyword FROM unnest(ARRAY${listed(sql, accounts)}::text[]) AS a (id)
          CROSS JOIN LATERAL (
            SELECT account_id, url, ${sql.literal(columns)} FROM webhook_attempts
            WHERE account_id = a.id ${from === null ? sql`` : sql`AND id >= ${from}`}
            ORDER BY id DESC LIMIT ${limit}
          ) n
          LEFT JOIN webhook_events e ON e.account_id = n.account_id AND e.id = n.event_id
          ORDER BY n.id`.unprepared

  const described = Effect.fnUntraced(function* (rows: ReadonlyArray<AttemptRow>) {
    const codes = new Set(rows.flatMap(({ postCode }) => (postCode === null ? [] : [postCode])))
    const posts = codes.size === 0 ? new Map() : yield* postsByCode(sql, [...codes])
    return rows.map(({ accountId, url, keyword, ...row }): LiveAttempt => {
      const post = row.postCode === null ? undefined : posts.get(row.postCode)
      return {
        accountId,
        delivery: deliveryOf(row),
        host: hostOf(url),
        keyword,
        caption: post === undefined ? null : shortened(post.caption),
        language: post?.language ?? null
      }
    })
  })

  /** Attempts that may have finished since the look before, in the order of their ids. */
  const recent = Effect.fnUntraced(function* (accounts: ReadonlyArray<AccountId>) {
    const from = firstIdAt(prefix, plusMillis(yield* now, -attemptMillis))
    return yield* select(accounts, from, atOnce)
  })

  const newest = (accountId: AccountId, limit: number) => select([accountId], null, limit)

  return { recent, newest, described }
}
