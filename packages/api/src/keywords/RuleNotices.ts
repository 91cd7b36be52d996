/**
 * What to tell whoever writes a rule that may find nothing, because its keyword belongs to another language than its
 * posts. Posts mix languages, so no keyword is impossible: only those are named that such posts hardly ever contain.
 */
import { defaultLanguage, type Language, languagesText } from "../Languages.ts"
import { keywordNotices } from "./KeywordNotices.ts"

interface Asked {
  readonly keyword?: string | null | undefined
  /** Undefined when the default applies. */
  readonly language?: Language | undefined
}

const letter = /\p{L}/u
const latin = /\p{Script=Latin}/u
const otherLetter = /[^\P{L}\p{Script=Latin}]/u

/** Scripts that one language alone has. */
const ownScripts = [
  { script: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, language: "ja", name: "Japanese" },
  { script: /\p{Script=Hangul}/u, language: "ko", name: "Korean" }
] as const

const languageNotices = (keyword: string, language: Language | undefined, allowed: ReadonlyArray<Language>) => {
  if (!letter.test(keyword)) return []
  const wanted = language ?? defaultLanguage
  const own = ownScripts.find(({ script }) => script.test(keyword))
  if (own !== undefined && own.language !== wanted) {
    return [
      `The keyword \`${keyword}\` is ${own.name}, and this rule finds only posts in \`${wanted}\`, which hardly ever contain it. For ${own.name} posts, use \`language\` \`${own.language}\`.`
    ]
  }
  return language === undefined && latin.test(keyword) && !otherLetter.test(keyword)
    ? [
        `This rule finds only Chinese posts (\`${defaultLanguage}\`), as it has no \`language\`. This server allows ${languagesText(allowed)}.`
      ]
    : []
}

/** About the keyword of a rule: how it is read, and where it is looked for. None of a trending rule. */
export const ruleNotices = ({ keyword, language }: Asked, allowed: ReadonlyArray<Language>): ReadonlyArray<string> =>
  keyword == null ? [] : [...keywordNotices([keyword]), ...languageNotices(keyword, language, allowed)]
