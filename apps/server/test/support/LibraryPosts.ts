/** Long captions, and the library with all stored posts that belong in it. */
import { Effect } from "effect"
import { Library } from "../../src/store/library/Library.ts"

const repeated = (text: string, characters: number): string =>
  Array.from(text.repeat(Math.ceil(characters / Array.from(text).length)))
    .slice(0, characters)
    .join("")

/** As short as the library takes them: 300 characters, or 201 of Chinese, Japanese or Korean. */
export const longCaptions = {
  en: repeated("a slow morning with coffee and the wombat next door, ", 300),
  "zh-Hant": repeated("這間咖啡店讓我學會慢慢來與時間相處", 201),
  "zh-Hans": repeated("这间咖啡店让我学会慢慢来与时间相处", 201),
  yue: repeated("呢間咖啡店嘅咖啡係咁好飲我成日都嚟", 201),
  ja: repeated("この店のコーヒーはとてもおいしいです", 201),
  ko: repeated("이커피는정말맛있고오늘도마시고싶어요", 201)
} as const

/** At once, instead of with the next refresh. Returns how many were added. */
export const fillLibrary = Effect.gen(function* () {
  const library = yield* Library
  let posts = 0
  let until: Date | null
  do {
    const step = yield* library.step
    posts += step.posts
    until = step.until
  } while (until !== null)
  return posts
})
