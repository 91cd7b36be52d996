/** The JSON body of a webhook event (service.md, "Webhook event payload"). */
import { Schema } from "effect"
import { Count } from "./Parameters.ts"

export const WebhookEvent = Schema.Struct({
  post: Schema.Struct({
    url: Schema.String,
    code: Schema.String,
    caption: Schema.String,
    is_reply: Schema.Boolean,
    like_count: Count,
    reply_count: Count,
    repost_count: Count,
    reshare_count: Count,
    impression_count: Schema.NullOr(Count),
    post_timestamp: Count,
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
