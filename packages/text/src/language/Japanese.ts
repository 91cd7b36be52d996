import { japaneseOnly, kanji, simplifiedOnly, traditionalOnly } from "./HanTable.ts"
import { isHan, type Scripts } from "./Scripts.ts"

// Words in characters shared with Chinese that Chinese does not use.
const words = new RegExp(
  [
    "仕事|勤務中|在宅勤務|退勤|出張|残業|夜勤|早番|出社|退社|志望|新卒|宿題|(?<!全)部活|先輩|卒業|修学|合宿|午前中",
    "配信|[生再]放送|番組|新刊|(?<![重更從从])新作(?![業业為为])|撮影|主題歌|俳優|声優|最終回|(?<![面考])試合|優勝(?!劣)|千秋楽|初日",
    "受付|定休|半額|全品(?![牌項项])|開催|閉店|締切|抽選|税込|送料|割引|見積|入荷|在庫|完売|無料|荷物|切符|家賃",
    "素敵|大変|(?<![漢汉])大丈夫|絶対|面白|苦手|面倒|心配|勘弁|残念|頑張|素晴|流石|号泣|涙目|激安|激辛|承知|御礼",
    "皆様|一緒|彼女|彼氏|部屋|休憩|寝坊|帰宅|到着|写真(?!集)|予定|予約|快晴|終了|猛暑|注意報|運休|返信",
    "弁当|朝食|昼食|夕食|洗濯|散髪|昼寝|初詣|年賀状|忘年会|新年会|同窓会|誕生日|結婚式|披露宴|[月火水木金土日]曜",
    "今晩|明後日|先週|先月|祝日|大晦日"
  ].join("|")
)
// Words of both that only Japanese says with nothing beside them.
const alone = /^\P{L}*(?:最高|最低|無理|失敬)\P{L}*$/u
// 祝・優勝: Chinese writes another dot, and only between the names of foreigners.
const middleDot = /\p{Script=Han}・\p{Script=Han}/u

/** Whether a text with kana is Japanese, and not Chinese with a kana or two for ornament. */
export const isJapaneseWithKana = ({ kana, han }: Scripts): boolean => {
  const share = kana / (kana + han)
  if (kana === 1) return share > 0.12
  return share > 0.05 && !(kana === 2 && han >= 12)
}

/**
 * Whether a text is Japanese by its Han characters alone: it has a form that only Japan uses, or it mixes forms of both
 * Chinese scripts in the way Japan does (会議).
 */
export const isJapaneseInKanji = (text: string, hinted: boolean): boolean => {
  let only = 0
  let foreign = 0
  let simplified = 0
  let traditional = 0
  for (const character of text) {
    if (character === "々" || !isHan(character.codePointAt(0) ?? 0)) continue
    if (!kanji.has(character)) foreign += 1
    else if (japaneseOnly.has(character)) only += 1
    else if (simplifiedOnly.has(character)) simplified += 1
    else if (traditionalOnly.has(character)) traditional += 1
  }
  if (foreign > 0) return only > foreign
  if (only > 0 || hinted) return true
  if (simplified > 0 && traditional > 0) return true
  return middleDot.test(text) || alone.test(text) || words.test(text)
}
