/** The first call: three posts about coffee, in the reader's language. At most 3 credits. */
import type { Language } from "../../text/Language.ts"
import { requestOf } from "../../snippets/Snippets.ts"

const topics = {
  en: { keywords: "coffee", language: "en" },
  "zh-Hant": { keywords: "咖啡", language: "zh-Hant" },
  ja: { keywords: "コーヒー", language: "ja" }
} as const satisfies Record<Language, object>

const search = {
  method: "GET",
  path: "/post/search",
  parameters: [
    { name: "keywords", in: "query" },
    { name: "language", in: "query" },
    { name: "limit", in: "query" }
  ]
} as const

export const firstCall = (language: Language) => ({
  operation: "searchPosts",
  parameters: { ...topics[language], limit: 3 }
})

/** The same call as a request, for the snippets. */
export const firstRequest = (baseUrl: string, language: Language) =>
  requestOf(baseUrl, search, firstCall(language).parameters)
