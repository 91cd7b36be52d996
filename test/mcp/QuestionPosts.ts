/** Posts and authors with known answers to the questions in `Questions.ts`. */

const hour = 3_600
const day = 24 * hour

interface Fields {
  readonly by: string
  /** Hours before now. */
  readonly ago: number
  readonly likes?: number
  readonly replies?: number
  readonly views?: number
  readonly to?: string
  /** Hours ago at which these counts were observed. */
  readonly seen?: number
}

const inLanguage =
  (base: number, language: string) =>
  (code: string, caption: string, { by, ago, likes = 1, replies = 0, views, to, seen = 0 }: Fields) => ({
    type: "post",
    code,
    caption,
    language,
    username: by,
    post_timestamp: base - ago * hour,
    like_count: likes,
    reply_count: replies,
    ...(views === undefined ? {} : { impression_count: views }),
    ...(to === undefined ? {} : { reply_to: to }),
    observed_at: base - seen * hour
  })

type Line = Readonly<Record<string, unknown>>

const english = (base: number): ReadonlyArray<Line> => {
  const post = inLanguage(base, "en")
  return [
    post("matcha-1", "Matcha latte is everywhere this autumn", { by: "anna_writes", ago: 20, likes: 40 }),
    post("matcha-2", "Trying matcha at home, again", { by: "tom_runs", ago: 45, likes: 90 }),
    post("storm-1", "Typhoon season starts early", { by: "tom_runs", ago: 50 }),
    post("storm-2", "The typhoon turned north", { by: "tom_runs", ago: 26 }),
    post("storm-3", "No school: typhoon", { by: "anna_writes", ago: 28 }),
    post("storm-4", "Typhoon, day three", { by: "fast_riser", ago: 4 }),
    post("storm-5", "This typhoon will not leave", { by: "tom_runs", ago: 3 }),
    post("storm-6", "Typhoon food: noodles", { by: "tom_runs", ago: 2 }),
    post("eclipse", "The whole city watched the eclipse", { by: "tom_runs", ago: 5, likes: 5_000 }),
    post("eclipse-a", "I could not look away", { by: "fast_riser", ago: 4, likes: 300, to: "eclipse" }),
    post("eclipse-b", "Clouds here, of course", { by: "anna_writes", ago: 4, likes: 20, to: "eclipse" }),
    post("moved", "I moved to another city in spring and it takes years to make friends here", {
      by: "tom_runs",
      ago: 300,
      likes: 30
    }),
    post("essay", "Ten years of writing every day", { by: "anna_writes", ago: 240, likes: 800 })
  ]
}

const chinese = (base: number): ReadonlyArray<Line> => {
  const post = inLanguage(base, "zh-TW")
  return [
    post("zh-1", "颱風假到底放不放", { by: "amy", ago: 30 }),
    post("zh-2", "颱風天不要出門", { by: "ben", ago: 50 }),
    post("zh-3", "又一個颱風", { by: "ben", ago: 70 }),
    post("zh-4", "剛剛有地震嗎", { by: "amy", ago: 60, likes: 3 }),
    post("zh-viral", "全台停電，什麼時候來電", { by: "cho", ago: 40, likes: 50, seen: 30 }),
    post("zh-viral", "全台停電，什麼時候來電", { by: "cho", ago: 40, likes: 900, seen: 1 }),
    ...["zh-2", "zh-3", "zh-2"].map((to, index) => post(`amy-${index}`, "真的", { by: "amy", ago: 29 - index, to })),
    ...["zh-1", "zh-4"].map((to, index) => post(`ben-${index}`, "對啊", { by: "ben", ago: 25 - index, to }))
  ]
}

const japanese = (base: number): ReadonlyArray<Line> => {
  const post = inLanguage(base, "ja")
  return [
    post("ja-1", "このカフェは静かで好きです", { by: "kenji", ago: 30, likes: 12 }),
    post("ja-2", "新しいカフェのプリンが最高でした", { by: "yui", ago: 32, likes: 77 }),
    post("ja-3", "電車が止まっています。皆さんは大丈夫ですか", { by: "kenji", ago: 3, likes: 5, replies: 55 })
  ]
}

/** Long enough for the inspiration library. */
const longKorean = `삼 년 전까지만 해도 저는 커피를 전혀 마시지 않았습니다. 쓴맛이 싫었고 밤에 잠이 오지 않을까 봐 걱정했거든요. 그러다가 동네에 작은 카페가 하나 생겼고, 비가 오는 날 우연히 들어갔다가 사장님이 내려 주신 커피 한 잔에 생각이 완전히 바뀌었습니다.
그날 이후로 저는 원두를 고르는 법, 물의 온도를 맞추는 법, 천천히 기다리는 법을 하나씩 배웠습니다. 처음에는 매번 맛이 달라서 속상했지만, 기록을 남기기 시작하니 무엇이 달라졌는지 보이기 시작했습니다.
지금은 아침마다 커피를 내리는 십 분이 하루 중에서 가장 좋아하는 시간입니다. 잘하려고 서두르지 않는 것, 커피가 저에게 가르쳐 준 것은 바로 그것이었습니다. 여러분의 커피 이야기도 들려주세요.`

const korean = (base: number): ReadonlyArray<Line> => {
  const post = inLanguage(base, "ko")
  return [
    post("ko-1", "이 커피는 정말 맛있어요", { by: "soo_min", ago: 30, likes: 10, views: 25_000 }),
    post("ko-long", longKorean, { by: "soo_min", ago: 960, likes: 2_400, views: 90_000, seen: 900 }),
    post("ko-2", "오늘도 커피 한 잔", { by: "min_jae", ago: 31, likes: 4, views: 800 })
  ]
}

const followers = (base: number, username: string, counts: ReadonlyArray<readonly [ago: number, count: number]>) =>
  counts.map(([ago, follower_count]) => ({
    type: "user",
    username,
    full_name: username.toUpperCase(),
    biography: "",
    profile_picture: "",
    follower_count,
    following_count: 10,
    post_count: 20,
    observed_at: base - ago
  }))

const authors = (base: number): ReadonlyArray<Line> => [
  ...followers(base, "anna_writes", [
    [5 * day, 1_000],
    [3 * day, 1_100],
    [26 * hour, 1_150],
    [hour, 1_200]
  ]),
  ...followers(base, "fast_riser", [
    [30 * hour, 100],
    [hour, 600]
  ]),
  ...followers(base, "soo_min", [[day, 3_000]]),
  ...followers(base, "min_jae", [[day, 500]])
]

/** Ingest bodies; `base` is now, in Unix seconds. */
export const questionBodies = (base: number): ReadonlyArray<string> =>
  [authors, english, chinese, japanese, korean].map((lines) =>
    lines(base)
      .map((line) => JSON.stringify(line))
      .join("\n")
  )
