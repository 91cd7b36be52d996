import { encode, identifyLanguage } from "../../../packages/text/src/index.ts"
import type { Candidate } from "../../../apps/server/src/store/posts/PostChangeFeed.ts"
import type { Posts } from "../posts/Posts.ts"

/** A string in one piece, as a database driver makes it, whereas `encode` leaves a rope of small ones. */
const inOnePiece = (text: string): string => Buffer.from(text).toString()

/** Posts as a round reads them. */
export const candidatesOf = (posts: Posts): ReadonlyArray<Candidate> =>
  Array.from({ length: posts.count }, (_, at) => {
    const post = posts.post(at)
    return {
      code: post.code,
      tokenText: inOnePiece(encode(post.caption)),
      language: identifyLanguage(post.caption, post.language ?? undefined),
      postedAt: new Date(post.post_timestamp * 1000),
      likeCount: post.like_count ?? 0,
      replyCount: post.reply_count ?? 0,
      impressionCount: post.impression_count ?? null
    }
  })
