/**
 * The anchor of a page of the usage history: where the first page began and where this one ended. A later page counts
 * from there, so that entries which are added meanwhile neither repeat a row nor skip one. Bound to the account and the
 * filters, and valid for a day, like the cursors of searches.
 */
import type { AccountId, HistoryFilter } from "@heddle/api"
import { Schema } from "effect"
import { decodePageToken } from "../../runtime/PageTokens.ts"
import { parametersMac, type Secrets, signedToken } from "../../runtime/Secrets.ts"

/** Increase it when the meaning of a field changes, so that anchors of older releases are rejected. */
const version = 1

/** An entry's place in the order of the history: its time in microseconds and its id. */
export const Position = Schema.Tuple([Schema.Int, Schema.String])
export type Position = typeof Position.Type

const Payload = Schema.fromJsonString(
  Schema.Struct({
    v: Schema.Literal(version),
    /** MAC of the account and the filters. */
    q: Schema.String,
    /** When the first page was read, in Unix milliseconds. */
    at: Schema.Int,
    /** The newest entry of the first page. */
    first: Position,
    /** The page that ended with `last`, its oldest entry. */
    page: Schema.Int,
    last: Position
  })
)

export interface Anchor {
  readonly at: number
  readonly first: Position
  readonly page: number
  readonly last: Position
}

export const encodeAnchor = (
  secrets: Secrets["Service"],
  accountId: AccountId,
  filter: HistoryFilter,
  anchor: Anchor
): string =>
  signedToken(
    secrets,
    Schema.encodeSync(Payload)({ v: version, q: parametersMac(secrets, { ...filter, accountId }), ...anchor })
  )

export const decodeAnchor = (
  secrets: Secrets["Service"],
  accountId: AccountId,
  filter: HistoryFilter,
  token: string,
  time: Date
) =>
  decodePageToken(
    { payload: Payload, path: "anchor", givenAs: "anchor", bound: "filters" },
    secrets,
    { ...filter, accountId },
    token,
    time
  )
