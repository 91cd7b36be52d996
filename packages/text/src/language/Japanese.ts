/** Tells Japanese from Chinese by the kana, the words in kanji, and the forms of characters. */
import { isCantonese } from "./Cantonese.ts"
import lists from "./HanWords.json" with { type: "json" }
import { characters, isHan, japaneseOnly, kanji, type Scripts, simplifiedOnly, traditionalOnly } from "./Scripts.ts"
import { makeWordFinder, wordsOf } from "../words/WordLists.ts"

const wordsOfThemes = (themes: Readonly<Record<string, ReadonlyArray<string>>>): ReadonlyArray<string> =>
  Object.values(themes).flatMap(wordsOf)

const findWord = makeWordFinder<"japanese" | "leaning" | "chinese" | "shared">([
  ["chinese", wordsOfThemes(lists.chinese)],
  ["leaning", wordsOfThemes(lists.leaning)],
  ["japanese", wordsOfThemes(lists.japanese)],
  ["shared", wordsOfThemes(lists.shared)]
])

// Japanese forms that Chinese repertoires also contain but that are not in use there: Taiwan and Hong Kong write
// 絕綠錄查謠產顏麵. After them, characters that occur in Chinese only in dictionaries.
const japaneseForms = characters("絶緑録査謡産顔麺弁缶糸噂鞄蛸鰤揃掴繰錆貰酎裾栞梱拶捗")
// Simplified forms also used in Hong Kong; they do not indicate a mixture of scripts.
const hongKongForms = characters("温税脱悦")
// Numbers with Japanese counters: 二日目, 三時半, 十分間, 午後三時, 12/5(土).
const counted = new RegExp(
  [
    String.raw`[\d一二三四五六七八九十百千万何](?:[日年回周週度本枚件冊軒杯曲話期番人泊夜着皿]|週間|時間|試合|年間)目`,
    String.raw`(?<!第)[\d一二三四五六七八九十](?:時半|(?:時間|[分秒日週]間)(?!多))`,
    String.raw`午[前後][\d一二三四五六七八九十]+時|[（(][月火水木金土祝][)）]`
  ].join("|"),
  "u"
)
// 祝・優勝: Chinese uses a middle dot only within foreign names, and usually another character for it.
const middleDot = /\p{Script=Han}・\p{Script=Han}/u
// Words of both languages that only Japanese uses as a whole post.
const alone = /^\P{L}*(?:最高|最低|最悪|無理|無念|失敬|草|笑|眠|暑|寒|暇|尊|沼|乙|嘘|謎|祝|酔|凄|怖|辛)\P{L}*$/u

// 々
const repetition = 0x3005

const decisive = 2
// With this lead of Chinese evidence, the rest of the text is not examined.
const hopeless = 8

interface Evidence {
  readonly han: number
  /** The number of characters in words that are weak evidence for Japanese. */
  readonly leaning: number
  readonly japanese: number
  readonly chinese: number
}

const weigh = (text: string): Evidence => {
  let han = 0
  let leaning = 0
  let japanese = 0
  let chinese = 0
  let simplified = false
  let traditional = false
  let within = 0
  for (let at = 0; at < text.length && chinese - japanese < hopeless; at += 1) {
    const character = text.charCodeAt(at)
    if (!isHan(character)) continue
    han += 1
    if (japaneseOnly.has(character) || japaneseForms.has(character)) japanese += decisive
    else if (simplifiedOnly.has(character)) simplified ||= !hongKongForms.has(character)
    else if (traditionalOnly.has(character)) traditional = true
    if (at < within) continue
    const found = findWord(text, at)
    if (found === undefined) {
      if (character === repetition) japanese += 1
      else if (!kanji.has(character)) chinese += decisive
      continue
    }
    within = at + found.word.length
    if (found.kind === "japanese") japanese += decisive
    else if (found.kind === "chinese") chinese += decisive
    else if (found.kind === "leaning") {
      japanese += 1
      leaning += found.word.length
    }
  }
  if (simplified && traditional) japanese += decisive
  return { han, leaning, japanese, chinese }
}

/** Whether a text that is not Cantonese is Japanese, judged by its Han characters alone. */
export const isJapaneseInKanji = (text: string, hinted: boolean): boolean => {
  if (alone.test(text)) return true
  const { han, leaning, japanese, chinese } = weigh(text)
  const all = japanese + (counted.test(text) ? decisive : 0) + (middleDot.test(text) ? decisive : 0)
  if (all >= decisive || chinese > 0) return all > chinese
  return hinted || leaning * 3 >= han
}

const isHiragana = (code: number): boolean => code >= 0x3041 && code <= 0x3096

// マジ卍
const signs = characters("々卍")

/**
 * The number of words that are Chinese even in a text with kana. A character that Japanese does not use counts as a word; a
 * traditional one as half, because Japanese names contain some (渡邊). A word of both languages followed by hiragana is
 * Japanese: 我が家, 誰か, 他の.
 */
const countChinese = (text: string): number => {
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (!isHan(character)) continue
    const found = findWord(text, at)
    if (found === undefined) {
      if (!kanji.has(character) && !signs.has(character)) count += traditionalOnly.has(character) ? 0.5 : 1
      continue
    }
    at += found.word.length - 1
    if (found.kind === "chinese" && !isHiragana(text.charCodeAt(at + 1))) count += 1
  }
  return count
}

// Quotations and titles may be in another language than the post.
const quotation = /「[^」]*」|『[^』]*』|《[^》]*》|“[^”]*”|"[^"]*"/gu
const hiragana = /\p{Script=Hiragana}+/gu

/**
 * Whether a text with kana and Han characters is Japanese, and not Chinese with decorative kana (夜市の小吃) or a Japanese
 * name or phrase (好想吃サイゼリヤ的焗飯). Japanese has hiragana between its words, so the text is Chinese only if its Chinese
 * words outnumber its runs of hiragana.
 */
export const isJapaneseWithKana = (text: string, { kana, han }: Scripts): boolean => {
  if (han === 0) return true
  const share = kana / (kana + han)
  const own = text.replace(quotation, " ")
  const chinese = countChinese(own) + (isCantonese(own) ? 1 : 0)
  if (kana === 1) return share > 0.12 && chinese === 0
  if (share <= 0.05 || (kana === 2 && han >= 12)) return false
  return chinese < 1 || chinese <= (own.match(hiragana)?.length ?? 0)
}
