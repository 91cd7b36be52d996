/** Authors and posts as observed at a Unix time in milliseconds. Shared by the stream and live reads, so that they agree. */
import type { AuthorChange, PostChange } from "../../store/Change.ts"
import { type Author, followersAt, postCountAt } from "./Authors.ts"
import { countsAt, type SimulatedPost } from "./SimulatedPost.ts"

export const userChange = (author: Author, millis: number): AuthorChange => ({
  type: "user",
  username: author.username,
  full_name: author.fullName,
  profile_picture: `https://images.example.com/seed/${author.username}/200/200.jpg`,
  biography: author.biography,
  follower_count: followersAt(author, millis),
  following_count: author.following,
  post_count: postCountAt(author, millis),
  observed_at: millis / 1000
})

export const postChange = (post: SimulatedPost, millis: number): PostChange => ({
  type: "post",
  code: post.code,
  url: `https://social.example/@${post.author.username}/post/${post.code}`,
  caption: post.caption,
  username: post.author.username,
  post_timestamp: post.at / 1000,
  is_reply: post.replyTo !== null,
  reply_to: post.replyTo,
  ...countsAt(post, millis),
  media_url: post.media,
  language: post.tag,
  observed_at: millis / 1000
})

export const isDeletedAt = ({ deletedAt }: SimulatedPost, millis: number): boolean =>
  deletedAt !== null && millis >= deletedAt
