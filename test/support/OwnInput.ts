/**
 * Ingest lines that we wrote ourselves, with the style and flaws of real posts: mixed scripts, wrong language tags,
 * half-width letters, joined emoji, line breaks, bare links.
 */
interface Post {
  readonly code: string
  readonly caption: string
  readonly language?: string
  readonly reply_to?: string
  readonly minutesAgo: number
}

const posts: ReadonlyArray<Post> = [
  { code: "yue-1", minutesAgo: 50, caption: "搵咗成朝先搵到條鎖匙，原來喺雪櫃度 🤦", language: "zh" },
  { code: "yue-2", minutesAgo: 48, caption: "呢間茶記嘅奶茶冇得輸，返工都要兜路嚟買", language: "yue" },
  { code: "yue-3", minutesAgo: 47, caption: "@lok_yan 你哋幾點到？我喺地鐵站等緊", reply_to: "yue-2" },
  { code: "yue-4", minutesAgo: 9, caption: "今朝落咁大雨，把遮俾風吹到反晒 ☔️☔️☔️" },
  {
    code: "hant-1",
    minutesAgo: 44,
    caption: "天文館週六晚上開放觀星，要先上網登記\n\n#觀星 #週末去哪裡",
    language: "zh-TW"
  },
  { code: "hant-2", minutesAgo: 43, caption: "小企業主請注意：報稅期限延到月底 https://example.com/tax?year=2026" },
  {
    code: "hant-3",
    minutesAgo: 42,
    caption: "鄰居的狗又把我的拖鞋叼走了，這次還附上一根骨頭當利息 😂",
    language: "en"
  },
  { code: "hant-4", minutesAgo: 11, caption: "ＡＩ幫我寫的會議記錄，把同事的名字全寫錯了……" },
  { code: "hans-1", minutesAgo: 40, caption: "刚学会骑车的女儿，第一圈就撞进了花坛", language: "zh-CN" },
  { code: "hans-2", minutesAgo: 39, caption: "图书馆里有人打呼噜，整层楼都在憋笑", language: "zh" },
  { code: "ko-1", minutesAgo: 36, caption: "눈 오는 날엔 동치미 국물이 최고ㅠㅠ", language: "ko" },
  { code: "ko-2", minutesAgo: 35, caption: "이번 주말에 볼 영화 추천 좀 해주세요 🙏", language: "ko" },
  { code: "ko-3", minutesAgo: 34, caption: "새로 산 화분 너무 이쁘지 않나요?? (이름은 아직 없음)", reply_to: "ko-1" },
  { code: "ja-1", minutesAgo: 31, caption: "自転車の鍵をなくして、駅からずっと歩いて帰った…", language: "ja" },
  { code: "ja-2", minutesAgo: 30, caption: "新しいｶﾌｪ、ﾌﾟﾘﾝが固めで最高でした！", language: "ja" },
  { code: "ja-3", minutesAgo: 29, caption: "@amy_books おめでとう㊗️🎉🎉", language: "en", reply_to: "elsewhere-1" },
  { code: "en-1", minutesAgo: 26, caption: "Spent an hour googling how long rice takes. Again.", language: "en" },
  {
    code: "en-2",
    minutesAgo: 25,
    caption: "Our local government closed the footbridge for “two weeks”. That was in March."
  },
  {
    code: "en-3",
    minutesAgo: 24,
    caption: "new cafe\u0301 by the station does a decent flat white 👩🏽‍🍳 #coffee",
    language: "und"
  },
  { code: "en-4", minutesAgo: 23, caption: `why is my cat like this ${"😹".repeat(300)}` },
  { code: "fr-1", minutesAgo: 21, caption: "Le boulanger a encore oublié le sel, on dirait du coton", language: "fr" },
  { code: "ar-1", minutesAgo: 20, caption: "القهوة بردت وأنا أبحث عن نظارتي \u200Fوهي على رأسي", language: "ar" },
  { code: "th-1", minutesAgo: 19, caption: "ฝนตกทุกวันเลย ผ้าไม่แห้งสักที", language: "th" },
  { code: "none-1", minutesAgo: 17, caption: "https://example.com/a/very/long/link" },
  { code: "none-2", minutesAgo: 16, caption: "👨‍👩‍👧‍👦🏳️‍🌈 1️⃣2️⃣", language: "ja" },
  { code: "none-3", minutesAgo: 15, caption: "\u200B \t …", language: "zh" }
]

const liked = ["yue-1", "hant-1", "ko-1", "ja-1"]
const likesOfEach = 12

/** Ingest lines as objects, in order: every post, then likes one by one, assigned to one post of each script. */
export const ownInput = (now: number): ReadonlyArray<object> => {
  const lines = posts.map(({ minutesAgo, ...post }) => ({
    type: "post",
    ...post,
    username: post.code.replace("-", "_"),
    post_timestamp: now - minutesAgo * 60,
    observed_at: now - minutesAgo * 60
  }))
  const likes = Array.from({ length: likesOfEach }, (_, index) =>
    lines
      .filter(({ code }) => liked.includes(code))
      .map((line) => ({ ...line, like_count: index + 1, observed_at: now - likesOfEach + index }))
  )
  return [...lines, ...likes.flat()]
}

export const ownInputCounts = { accepted: posts.length, updated: liked.length * likesOfEach }
