/** The rows that `PostRows.ts` writes, and their column types for `recordset` (`database/client/Recordset.ts`). */
import type { Counts } from "./Counts.ts"
import { storedMarks } from "./Marks.ts"
import type { NewPost } from "./PostState.ts"

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

/** A row of `post_codes`. */
export interface CodeRow {
  readonly code: string
  readonly posted_at: Date | null
  readonly author_id: string | null
  readonly deleted_at: Date | null
}

export const codeColumns = { ...keyColumns, author_id: "text", deleted_at: "timestamptz" } as const

export interface MetricRow extends KeyRow, Counts {
  readonly observed_at: Date
}

export const metricColumns = { ...keyColumns, ...countColumns, observed_at: "timestamptz" } as const

export interface ChangedRow extends MetricRow {
  readonly metric_step: number
}

export const changedColumns = { ...metricColumns, metric_step: "smallint" } as const

export type CreatedRow = NewPost & { readonly metric_step: number }

/** Derived text whose terms are a range, as `withTermRanges` makes it. */
export const derivedColumns = {
  ...keyColumns,
  token_text: "text",
  terms_from: "integer",
  terms_until: "integer",
  language: "text",
  text_version: "smallint"
} as const

export const createdColumns = {
  ...derivedColumns,
  source: "text",
  url: "text",
  caption: "text",
  language_hint: "text",
  marks: "text",
  author_id: "text",
  is_reply: "boolean",
  reply_to: "text",
  ...countColumns,
  media_url: "text",
  seen_at: "timestamptz",
  observed_at: "timestamptz",
  metric_step: "smallint"
} as const

/**
 * Replaces each row's terms by its range in one integer array of all rows' terms, because an integer array parameter is
 * much cheaper to send and parse than text. The range is 1-based and inclusive, as in SQL.
 */
export const withTermRanges = <Row extends { readonly terms: ReadonlyArray<number> }>(rows: ReadonlyArray<Row>) => {
  let until = 0
  return rows.map(({ terms, ...row }) => {
    const from = until + 1
    until += terms.length
    return { ...row, terms_from: from, terms_until: until }
  })
}

export const toInsertRows = (created: ReadonlyArray<CreatedRow>) =>
  withTermRanges(created).map(({ media_url, marks, ...row }) => ({
    ...row,
    marks: storedMarks(marks),
    media_url: JSON.stringify(media_url)
  }))
