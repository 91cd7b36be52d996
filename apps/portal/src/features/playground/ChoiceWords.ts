/** What the choices of a parameter are called in the reader's language; operations and parameters share them. */
import { languageTexts } from "../../text/RuleWords.ts"
import type { Translate } from "../../text/Text.tsx"
import type { TextId } from "../../text/TextId.ts"

const yesOrNo = { true: "playground.yes", false: "playground.no" } as const

export const translatedChoices: Readonly<Record<string, Readonly<Record<string, TextId>>>> = {
  match: { any: "playground.choice.anyKeyword", all: "playground.choice.allKeywords" },
  language: languageTexts,
  include_details: yesOrNo,
  include_engagement: yesOrNo,
  post_type: {
    thread: "playground.choice.rootPosts",
    reply: "playground.choice.replies",
    all: "playground.choice.allPosts"
  },
  sort: {
    recent: "playground.choice.newest",
    likes: "playground.choice.mostLikes",
    replies: "playground.choice.mostReplies",
    views: "playground.choice.mostViews",
    "engagement:desc": "playground.choice.mostEngagement",
    "like:desc": "playground.choice.mostLikes",
    "reply:desc": "playground.choice.mostReplies",
    "impression:desc": "playground.choice.mostViews",
    mutual: "playground.choice.mostMutual",
    total: "playground.choice.mostTotal",
    sent: "playground.choice.mostSent",
    received: "playground.choice.mostReceived",
    like: "playground.choice.mostLikes",
    reply: "playground.choice.mostReplies",
    view: "playground.choice.mostViews"
  },
  metric: {
    views: "playground.column.views",
    likes: "playground.column.likes",
    replies: "playground.column.replies"
  },
  region: {
    TW: "playground.choice.TW",
    CN: "playground.choice.CN",
    HK: "playground.choice.HK",
    JP: "playground.choice.JP",
    KR: "playground.choice.KR",
    US: "playground.choice.US"
  }
}

/** A choice of a newer server keeps its name in the API. */
export const choiceWords = (t: Translate, parameter: string, choice: string): string => {
  const known = translatedChoices[parameter]?.[choice]
  return known === undefined ? choice : t(known)
}
