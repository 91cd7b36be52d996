/** The JSON body of a webhook event (service.md, "Webhook event payload"). */
import { Schema } from "effect"

export const WebhookEvent = Schema.Struct({
  post: Schema.Struct({
    url: Schema.String,
    code: Schema.String,
    caption: Schema.String,
    is_reply: Schema.Boolean,
    like_count: Schema.Int,
    reply_count: Schema.Int,
    repost_count: Schema.Int,
    reshare_count: Schema.Int,
    impression_count: Schema.NullOr(Schema.Int),
    post_timestamp: Schema.Int,
    media_url: Schema.Array(Schema.String)
  }),
  user: Schema.Struct({ username: Schema.String, full_name: Schema.String, profile_picture: Schema.String }),
  rule: Schema.Struct({
    id: Schema.String,
    type: Schema.Literals(["keyword", "trending", "test"]),
    keyword: Schema.NullOr(Schema.String)
  })
})
export type WebhookEvent = typeof WebhookEvent.Type
