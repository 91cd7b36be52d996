/** Body of an event: a snapshot of post and author at the first attempt (service.md, "Webhook event payload"). */
import type { RuleId, WebhookEvent } from "@heddle/api"
import { unixSeconds } from "../../runtime/Time.ts"
import { countsOf } from "../../store/posts/Counts.ts"
import type { AuthorColumns, PostRow } from "../../store/posts/PostRow.ts"

const eventBody = (post: PostRow & AuthorColumns, rule: WebhookEvent["rule"]): WebhookEvent => ({
  post: {
    url: post.url,
    code: post.code,
    caption: post.caption,
    is_reply: post.isReply,
    ...countsOf(post),
    post_timestamp: unixSeconds(post.postedAt),
    media_url: post.mediaUrl
  },
  user: {
    username: post.username,
    full_name: post.fullName ?? "",
    profile_picture: post.profilePicture ?? ""
  },
  rule
})

/** The bytes that every attempt of an event sends. */
export const frozenBody = (
  post: PostRow & AuthorColumns,
  event: { readonly ruleId: RuleId; readonly ruleType: "keyword" | "trending"; readonly ruleKeyword: string | null }
): string => JSON.stringify(eventBody(post, { id: event.ruleId, type: event.ruleType, keyword: event.ruleKeyword }))

/** Body of a test event; the description fixes its `rule`. */
export const testEvent = (at: Date): WebhookEvent => ({
  post: {
    url: "https://example.com/@heddle/post/test",
    code: "test",
    caption: "This is a test event. 這是一則測試事件。",
    is_reply: false,
    like_count: 128,
    reply_count: 16,
    repost_count: 8,
    reshare_count: 4,
    impression_count: null,
    post_timestamp: unixSeconds(at),
    media_url: []
  },
  user: { username: "heddle", full_name: "Heddle", profile_picture: "" },
  rule: { id: "test", type: "test", keyword: null }
})
