/** Keywords of a call, in their canonical form. */
import { invalidParameter } from "@heddle/api"
import { encodeKeyword } from "@heddle/text"
import { Effect } from "effect"

/** Encodes keywords into canonical token text. A keyword without a token fails with a 400 that names `path`. */
export const encodeKeywords = (path: string, keywords: ReadonlyArray<string>) =>
  Effect.forEach(keywords, (keyword) => {
    const encoded = encodeKeyword(keyword)
    return encoded === undefined
      ? Effect.fail(invalidParameter({ path, message: `\`${keyword}\` needs at least one letter or digit` }))
      : Effect.succeed(encoded)
  })
