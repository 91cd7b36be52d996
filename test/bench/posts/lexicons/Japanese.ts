/** Kana by rank, kanji without ranks, and katakana words. */
import { kanji } from "./HanCharacters.ts"
import { shuffled, words } from "./Words.ts"

const head =
  "の に は て が を た で と も な し です から ます 私 これ ない だ よ ね 今日 まで する いる ある その 人 何 けど こと って さん ちゃん ました ません でも 本当 自分 今 また 一番 好き 時間 日 みたい だけ もう とても すごい 楽しい 思う 見る 行く 食べる ありがとう おはよう 明日 昨日 写真 仕事 お願い 最近 みんな やっぱり 久しぶり いつも ちょっと めっちゃ かわいい 美味しい ございます よろしく お疲れ様"
const hiragana =
  "あ い う え お か き く け こ さ し す せ そ た ち つ て と な に の は ひ ま み め も や ゆ よ ら り る れ わ ん が ぎ ぐ げ ご ざ じ ず だ で ど ば び ぶ べ ぼ".split(
    " "
  )
const katakana =
  "アー イン ウル エス オン カー キャ クラ ケー コン サー シン スト セッ ソン タイ チャ ット テー トリ ナー ニュ ネッ ノー バー ビー ブル ベル ボー マー ミュ メー モン ラン リー ルー レス ロー".split(
    " "
  )

const frequent =
  "人日年大本中一生見行思今自分時間気出来話食何前後上下手心仕事会社学校家友達新高長小先週月朝夜昼雨天水花山海空車電駅町店店内料理写真音楽映画番組動画配信投稿楽美好愛笑泣眠疲頑張買物値段服"

export const japanese = () =>
  words({
    head,
    parts: [...new Set([...frequent, ...hiragana, ...katakana, ...shuffled([...kanji])])],
    lengths: [
      { weight: 20, length: 1 },
      { weight: 50, length: 2 },
      { weight: 22, length: 3 },
      { weight: 8, length: 4 }
    ],
    gap: ""
  })
