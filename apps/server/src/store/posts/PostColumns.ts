/** The rows that `PostRows.ts` sends, and their columns as arrays (`database/Recordset.ts`). */
import type { Counts, NewPost } from "./PostState.ts"

const countColumns = {
  like_count: "bigint",
  reply_count: "bigint",
  repost_count: "bigint",
  reshare_count: "bigint",
  impression_count: "bigint"
} as const

export interface KeyRow {
  readonly code: string
  readonly posted_at: Date
}

export const keyColumns = { code: "text", posted_at: "timestamptz" } as const

/** A code as `post_codes` has it. */
export interface CodeRow {
  readonly code: string
  readonly posted_at: Date | null
  readonly username: string | null
  readonly deleted_at: Date | null
}

export const codeColumns = { ...keyColumns, username: "text", deleted_at: "timestamptz" } as const

export interface MetricRow extends KeyRow, Counts {
  readonly observed_at: Date
}

export const metricColumns = { ...keyColumns, ...countColumns, observed_at: "timestamptz" } as const

export interface ChangedRow extends MetricRow {
  readonly metric_step: number
}

export const changedColumns = { ...metricColumns, metric_step: "smallint" } as const

export type CreatedRow = NewPost & { readonly metric_step: number }

export const createdColumns = {
  code: "text",
  source: "text",
  url: "text",
  caption: "text",
  token_text: "text",
  terms_from: "integer",
  terms_until: "integer",
  language: "text",
  username: "text",
  posted_at: "timestamptz",
  is_reply: "boolean",
  reply_to: "text",
  ...countColumns,
  media_url: "text",
  observed_at: "timestamptz",
  metric_step: "smallint"
} as const

/** Terms travel as one array of all posts, of which each has a part: a whole number costs little as such, not as text. */
export const withTerms = (created: ReadonlyArray<CreatedRow>) => {
  let until = 0
  return created.map(({ posted_at, observed_at, media_url, terms, ...row }) => {
    const from = until + 1
    until += terms.length
    return {
      ...row,
      posted_at: new Date(posted_at),
      observed_at: new Date(observed_at),
      media_url: JSON.stringify(media_url),
      terms_from: from,
      terms_until: until
    }
  })
}
