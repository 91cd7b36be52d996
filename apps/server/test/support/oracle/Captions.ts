/** Captions whose language and words a reader can tell, for a slow evaluation that shares no code with the service. */
export interface Caption {
  readonly text: string
  readonly language: "zh-Hant" | "zh-Hans" | "yue" | "zh" | "ja" | "ko" | "en" | "other"
}

export const captions: ReadonlyArray<Caption> = [
  { text: "台積電股價又創新高了，這個月都在漲", language: "zh-Hant" },
  { text: "台，積電這樣斷開就不算，對吧？這裡沒有", language: "zh-Hant" },
  { text: "這個 AI 工具真的很好用，推薦給大家試試看", language: "zh-Hant" },
  { text: "他說 said 這個字裡沒有那個詞，應該不會觸發吧", language: "zh-Hant" },
  { text: "家裡的 cats 又把 children 吵醒了，真是沒辦法", language: "zh-Hant" },
  { text: "這個 category 跟貓咪沒有關係，我們說的是 child", language: "zh-Hant" },
  { text: "这家店的咖啡真的很好喝，我们还会再来", language: "zh-Hans" },
  { text: "这个AI工具让我们的工作变得简单多了", language: "zh-Hans" },
  { text: "咖 啡两个字分开写，应该不算数吧，我们来试试", language: "zh-Hans" },
  { text: "AI！工具之间有个感叹号，我们觉得这样不算", language: "zh-Hans" },
  { text: "你哋飲咗咖啡未呀？我哋啱啱先飲完", language: "yue" },
  { text: "佢哋話隻貓好得意，我都想養返隻㗎，台積電都唔買喇", language: "yue" },
  { text: "我今天在家", language: "zh" },
  { text: "今天喝了咖啡", language: "zh" },
  { text: "このカフェのコーヒーはとても美味しいです", language: "ja" },
  { text: "猫とAIがあればそれだけで幸せだと思います", language: "ja" },
  { text: "오늘도 커피 한 잔 마시고 출근합니다", language: "ko" },
  { text: "고양이 cat 은 커피를 싫어하는 것 같아요", language: "ko" },
  { text: "I really like this coffee and the cats at the place", language: "en" },
  { text: "Сегодня мы снова пьём кофе у моря", language: "other" }
]

export const keywords: ReadonlyArray<string> = [
  "台積電",
  "台積",
  "股價",
  "AI",
  "ai工具",
  "AI 工具",
  "咖啡",
  "咖 啡",
  "貓",
  "猫",
  "カフェ",
  "コーヒー",
  "커피",
  "고양이",
  "cat",
  "child",
  "category",
  "coffee"
]

/** The forms of the words above, as a dictionary has them. */
const lemmas: Readonly<Record<string, string>> = { cats: "cat", children: "child" }

interface Unit {
  readonly text: string
  readonly isWord: boolean
  /** What stands between this unit and the one before. */
  readonly joint: "nothing" | "space" | "break"
}

const character = String.raw`\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|ー`

/** Characters and words, in their order (decisions, 4). */
const unitsOf = (text: string): ReadonlyArray<Unit> =>
  [...text.toLowerCase().matchAll(new RegExp(`(.*?)(${character}|[a-z]+|[а-яё]+)`, "gu"))].map(
    ([, between = "", found = ""]) => ({
      text: lemmas[found] ?? found,
      isWord: !new RegExp(character, "u").test(found),
      joint: between === "" ? "nothing" : between.trim() === "" ? "space" : "break"
    })
  )

/** "Nothing and white space count as equal beside a word, and never beside two characters; a break matches only a break." */
const sameJoint = (before: Unit, wanted: Unit, found: Unit): boolean =>
  wanted.joint === found.joint ||
  (wanted.joint !== "break" && found.joint !== "break" && (before.isWord || wanted.isWord))

export const contains = (caption: string, keyword: string): boolean => {
  const text = unitsOf(caption)
  const wanted = unitsOf(keyword)
  return text.some((_, start) =>
    wanted.every((unit, index) => {
      const found = text[start + index]
      const before = wanted[index - 1]
      return found?.text === unit.text && (before === undefined || sameJoint(before, unit, found))
    })
  )
}
