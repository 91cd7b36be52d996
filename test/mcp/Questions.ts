/**
 * What users ask an assistant, and the one call that answers it.
 *
 * `Questions.system.test.ts` makes these calls and checks the answers, so every question can be answered as it says. To
 * evaluate the descriptions of the tools, give a model the list of tools and each question alone: it understood them if
 * its first call is of the same tool with the same arguments. It may leave out an argument that has its default value,
 * and may name a wider limit. `QuestionPosts.ts` has the posts that are asked about.
 */
import type { LiveThings } from "./QuietServer.ts"
import type { Arguments } from "./ToolClients.ts"

export interface Question {
  readonly ask: string
  readonly tool: string
  readonly args: Arguments
  /** Values in the result, by their path. */
  readonly expects: Readonly<Record<string, unknown>>
}

const aboutPosts: ReadonlyArray<Question> = [
  {
    ask: "What are people saying about matcha this week?",
    tool: "search_posts",
    args: { keywords: ["matcha"], language: "en" },
    expects: { "data.length": 2, "data.0.code": "matcha-1", "data.1.code": "matcha-2", credits_consumed: 2 }
  },
  {
    ask: "カフェについての投稿で、いいねが一番多いものを教えて",
    tool: "search_posts",
    args: { keywords: ["カフェ"], language: "ja", sort: "likes", limit: 1 },
    expects: { "data.0.code": "ja-2", credits_consumed: 1 }
  },
  {
    ask: "커피 글 중에서 조회수가 만 번을 넘은 것만 찾아줘",
    tool: "search_posts",
    args: { keywords: ["커피"], language: "ko", min_views: 10_000 },
    expects: { "data.length": 1, "data.0.code": "ko-1" }
  },
  {
    ask: "Is talk about the typhoon growing? I need daily numbers for the last three days.",
    tool: "get_keyword_trend",
    args: { keywords: ["typhoon"], days: 3, language: "en" },
    expects: {
      "data.0.days.0.post_count": 1,
      "data.0.days.1.post_count": 2,
      "data.0.days.2.post_count": 3,
      credits_consumed: 9
    }
  },
  {
    ask: "這一週颱風和地震哪個討論比較多？",
    tool: "get_keyword_trend",
    args: { keywords: ["颱風", "地震"], days: 7 },
    expects: { "data.0.keyword": "颱風", "data.1.keyword": "地震", "data.1.days.length": 7, credits_consumed: 42 }
  },
  {
    ask: "What is the biggest English post of the last day?",
    tool: "get_hot_posts",
    args: { language: "en", hours: 24 },
    expects: { "data.0.code": "eclipse", "data.0.like_count": 5_000 }
  },
  {
    ask: "この6時間で返信が一番多い日本語の投稿は？",
    tool: "get_hot_posts",
    args: { language: "ja", hours: 6, sort: "reply:desc" },
    expects: { "data.0.code": "ja-3", "data.0.reply_count": 55 }
  },
  {
    ask: "Quelles réponses en anglais ont eu le plus de succès depuis hier ?",
    tool: "get_cool_replies",
    args: { language: "en", hours: 24 },
    expects: { "data.0.code": "eclipse-a", "data.0.value": 300, "data.1.code": "eclipse-b" }
  },
  {
    ask: "現在哪一篇貼文的讚漲得最快？",
    tool: "get_post_like_growth",
    args: { hours: 24 },
    expects: { "data.0.code": "zh-viral", "data.0.value": 850 }
  },
  {
    ask: "Do people write about how hard it is to make friends after moving to another city?",
    tool: "semantic_search_posts",
    args: { topic: "making friends after moving to another city", language: "en" },
    expects: { "data.0.code": "moved", engine: "lexical", credits_consumed: 30 }
  },
  {
    ask: "커피 이야기를 길게 써 보려고 해. 참고할 만한 반응 좋은 한국어 글을 찾아줘",
    tool: "get_inspiration",
    args: { topic: "커피 이야기", language: "ko" },
    expects: { "data.length": 1, "data.0.code": "ko-long", credits_consumed: 30 }
  },
  {
    ask: "How likely is the post eclipse to get ten thousand likes?",
    tool: "forecast_posts",
    args: { codes: ["eclipse"], metric: "likes" },
    expects: { "data.0.status": "ok", "data.0.thresholds.0.likes": 10_000, credits_consumed: 10 }
  }
]

const aboutAuthors: ReadonlyArray<Question> = [
  {
    ask: "Who is @anna_writes?",
    tool: "get_user",
    args: { usernames: ["anna_writes"] },
    expects: { "data.0.full_name": "ANNA_WRITES", "data.0.follower_count": 1_200, "data.0.language": "en" }
  },
  {
    ask: "Which post of @anna_writes got the most likes in the last month?",
    tool: "get_user_top_threads",
    args: { username: "anna_writes", days: 30, limit: 1 },
    expects: { "data.0.code": "essay" }
  },
  {
    ask: "amy 最常跟誰互相回覆？",
    tool: "get_user_interactions",
    args: { username: "amy" },
    expects: { "data.0.username": "ben", "data.0.sent": 3, "data.0.received": 2 }
  },
  {
    ask: "Wie haben sich die Follower von anna_writes in den letzten fünf Tagen entwickelt?",
    tool: "get_user_follower_history",
    args: { username: "anna_writes", days: 5 },
    expects: { "data.length": 5, "data.4.follower_count": 1_200, "data.4.follower_change": 50 }
  },
  {
    ask: "Which English-speaking accounts are growing fastest today?",
    tool: "get_follower_growth",
    args: { language: "en", hours: 24 },
    expects: { "data.0.username": "fast_riser", "data.0.value": 500, "data.1.username": "anna_writes" }
  }
]

const aboutNumbers: ReadonlyArray<Question> = [
  {
    ask: "日本で上位1%に入るには、いいねが何件必要ですか？",
    tool: "get_like_ladder",
    args: { region: "JP" },
    expects: { "data.language": "ja", "data.rungs.4.percentile": 99, "data.rungs.4.at_least": 77 }
  },
  {
    ask: "¿Cuántos seguidores hay que tener para estar entre el 1 % de las mayores cuentas de Corea?",
    tool: "get_follower_ladder",
    args: { region: "KR" },
    expects: { "data.population": 2, "data.rungs.4.at_least": 3_000 }
  },
  {
    ask: "在台灣，一週裡什麼時間發文最容易有讚？",
    tool: "get_power_hours",
    args: { language: "zh-Hant", utc_offset: 480 },
    expects: { "data.cells.length": 168, "data.post_count": 10 }
  },
  {
    ask: "How many credits do I have left?",
    tool: "get_balance",
    args: {},
    expects: { "data.plan.name": "premium", credits_consumed: 0 }
  }
]

const aboutThisMoment = ({ code, username }: LiveThings): ReadonlyArray<Question> => [
  {
    ask: `Check the post ${code} once more: how many likes does it have at this very moment?`,
    tool: "get_live_posts",
    args: { codes: [code] },
    expects: { "data.0.status": "ok", "data.0.code": code }
  },
  {
    ask: `${username} 계정의 팔로워가 지금 이 순간 몇 명인지 네트워크에서 직접 확인해줘`,
    tool: "get_live_users",
    args: { usernames: [username] },
    expects: { "data.0.status": "ok", "data.0.username": username, "data.0.source": "live" }
  }
]

export const questions = (live: LiveThings): ReadonlyArray<Question> => [
  ...aboutPosts,
  ...aboutAuthors,
  ...aboutNumbers,
  ...aboutThisMoment(live)
]
