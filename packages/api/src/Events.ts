/** The JSON body of a webhook event (service.md, "Webhook event payload"). */
import { Schema } from "effect"
import { Count } from "./Parameters.ts"

const text = (description: string) => Schema.String.annotate({ description })
const count = (description: string) => Count.annotate({ description })

export const WebhookEvent = Schema.Struct({
  post: Schema.Struct({
    url: text("URL of the post."),
    code: text("The code of the post."),
    caption: text("The text of the post."),
    is_reply: Schema.Boolean.annotate({ description: "Whether the post is a reply." }),
    like_count: count("Likes when the event was first sent."),
    reply_count: count("Replies when the event was first sent."),
    repost_count: count("Reposts and quotes when the event was first sent."),
    reshare_count: count("Shares outside the network when the event was first sent."),
    impression_count: Schema.NullOr(Count).annotate({ description: "View count; null if unknown." }),
    post_timestamp: count("When it was posted, in Unix seconds."),
    media_url: Schema.Array(Schema.String).annotate({ description: "URLs of pictures and videos." })
  }).annotate({ description: "The post that matched." }),
  user: Schema.Struct({
    username: text("The author's name."),
    full_name: text("The author's display name; empty if unknown."),
    profile_picture: text("URL of the picture; empty if unknown.")
  }).annotate({ description: "The author." }),
  rule: Schema.Struct({
    id: text("The rule (`rule_…`); `test` for a test event."),
    type: Schema.Literals(["keyword", "trending", "test"]).annotate({ description: "The kind of rule." }),
    keyword: Schema.NullOr(Schema.String).annotate({ description: "The keyword; null for trending rules." })
  }).annotate({ description: "The rule that the post matched." })
}).annotate({ identifier: "Event" })
export type WebhookEvent = typeof WebhookEvent.Type
