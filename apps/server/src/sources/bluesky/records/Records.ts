/** The records of accounts that we use, as the lexicons of Bluesky define them. Fields that we do not use may be anything. */
import { Schema } from "effect"

export const PostRecord = Schema.Struct({
  text: Schema.String,
  createdAt: Schema.optionalKey(Schema.Unknown),
  langs: Schema.optionalKey(Schema.Unknown),
  reply: Schema.optionalKey(Schema.Struct({ parent: Schema.Struct({ uri: Schema.String }) })),
  embed: Schema.optionalKey(Schema.Unknown)
})

/** A like or a repost. */
export const SubjectRecord = Schema.Struct({ subject: Schema.Struct({ uri: Schema.String }) })

export const ProfileRecord = Schema.Struct({
  displayName: Schema.optionalKey(Schema.String),
  description: Schema.optionalKey(Schema.String),
  avatar: Schema.optionalKey(Schema.Unknown)
})

export const AvatarBlob = Schema.Struct({
  ref: Schema.Struct({ $link: Schema.String.check(Schema.isPattern(/^[a-z0-9]{1,200}$/)) })
})
