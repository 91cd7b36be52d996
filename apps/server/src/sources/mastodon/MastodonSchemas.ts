/** What this service reads of Mastodon's entities. Servers that speak the same API may leave out what is optional here. */
import { Schema } from "effect"

const Count = Schema.optionalKey(Schema.NullOr(Schema.Int))
const MaybeText = Schema.optionalKey(Schema.NullOr(Schema.String))

export const Account = Schema.Struct({
  /** `ann` on its own instance, `ann@other.example` elsewhere. */
  acct: Schema.String,
  display_name: MaybeText,
  /** HTML. */
  note: MaybeText,
  avatar: MaybeText,
  followers_count: Count,
  following_count: Count,
  statuses_count: Count
})
export type Account = typeof Account.Type

const Attachment = Schema.Struct({ url: MaybeText, remote_url: MaybeText, preview_url: MaybeText })

export const StatusId = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9_-]{1,100}$/))

const statusFields = {
  /** The instance's own id. */
  id: StatusId,
  /** The same on every instance. */
  uri: Schema.String,
  url: MaybeText,
  created_at: Schema.String,
  in_reply_to_id: Schema.optionalKey(Schema.NullOr(StatusId)),
  /** HTML. */
  content: Schema.String,
  spoiler_text: MaybeText,
  visibility: Schema.String,
  language: MaybeText,
  replies_count: Count,
  reblogs_count: Count,
  favourites_count: Count,
  quotes_count: Count,
  media_attachments: Schema.optionalKey(Schema.Array(Attachment)),
  account: Account
}

const PlainStatus = Schema.Struct(statusFields)
export type PlainStatus = typeof PlainStatus.Type

/** A boost contains the post that was boosted. */
export const Status = Schema.Struct({ ...statusFields, reblog: Schema.optionalKey(Schema.NullOr(PlainStatus)) })
export type Status = typeof Status.Type

export const Statuses = Schema.Array(Schema.Unknown)

export const Context = Schema.Struct({ descendants: Schema.Array(Schema.Unknown) })

export const SearchAnswer = Schema.Struct({ statuses: Schema.Array(Schema.Unknown) })

/** `GET /api/v2/instance`, which says where the streams are. */
export const Instance = Schema.Struct({
  domain: Schema.String,
  configuration: Schema.optionalKey(
    Schema.Struct({ urls: Schema.optionalKey(Schema.Struct({ streaming: MaybeText })) })
  )
})
