/** The post that an event is about, as its body has it: what was sent, whatever became of the post. Pure. */
import { type Post, WebhookEvent } from "@heddle/api"
import { identifyLanguage } from "@heddle/text"
import { Option, Schema } from "effect"

export interface SentPost {
  /** The start of the text. */
  readonly caption: string
  readonly language: Post["language"]
  readonly username: string
}

const captionLength = 140

export const shortened = (caption: string): string => {
  const characters = [...caption]
  return characters.length > captionLength ? `${characters.slice(0, captionLength).join("")}…` : caption
}

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(WebhookEvent))

/** Null if the body is no longer kept, or was written differently by an older release. */
export const sentPostOf = (body: string | null): SentPost | null => {
  const event = body === null ? undefined : Option.getOrUndefined(decode(body))
  if (event === undefined) return null
  const { post, user } = event
  return { caption: shortened(post.caption), language: identifyLanguage(post.caption), username: user.username }
}
