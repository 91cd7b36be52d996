/**
 * Synthetic vocabularies of real characters: the most common everyday words by rank, then compounds of common and rare
 * characters. Contains no text by other people.
 */
import { japaneseOnly, kanji, simplifiedOnly, traditionalOnly } from "./HanCharacters.ts"
import { shuffled, words } from "./Words.ts"

const common = [...kanji].filter((character) => !japaneseOnly.has(character))

/** Characters of one script from common to rare: the given ones, then the rest in arbitrary order. */
const charactersOf = (frequent: string, others: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set([...frequent, ...shuffled(others)])
]

const lengths = [
  { weight: 14, length: 1 },
  { weight: 62, length: 2 },
  { weight: 14, length: 3 },
  { weight: 10, length: 4 }
] as const

const headHant =
  "的 我 了 是 不 你 好 有 在 人 就 也 都 很 這 會 要 說 到 沒 真的 看 想 他 來 去 跟 還 吃 自己 什麼 可以 沒有 今天 一個 我們 就是 知道 覺得 大家 因為 現在 時候 如果 真 她 能 多 大 上 對 把 被 給 吧 啊 喜歡 但是 不是 這個 怎麼 還是 其實 一直 所以 然後 可能 已經 不要 朋友 開始 時間 東西 問題 謝謝 工作 明天 昨天 看到 不會 這樣 那個 應該 只是 一起 一樣 生活 台灣 公司 感覺 希望 事情 孩子 媽媽 最近 第一次 為什麼 不知道 好好吃 哈哈哈哈"
const headHans =
  "的 我 了 是 不 你 好 有 在 人 就 也 都 很 这 会 要 说 到 没 真的 看 想 他 来 去 跟 还 吃 自己 什么 可以 没有 今天 一个 我们 就是 知道 觉得 大家 因为 现在 时候 如果 真 她 能 多 大 上 对 把 被 给 吧 啊 喜欢 但是 不是 这个 怎么 还是 其实 一直 所以 然后 可能 已经 不要 朋友 开始 时间 东西 问题 谢谢 工作 明天 昨天 看到 不会 这样 那个 应该 只是 一起 一样 生活 中国 公司 感觉 希望 事情 孩子 妈妈 最近 第一次 为什么 不知道 好好吃 哈哈哈哈"
const headYue =
  "嘅 我 唔 係 咗 你 啲 好 喺 佢 有 人 都 就 冇 咁 啦 去 睇 呢 話 到 食 嚟 今日 諗 先 又 仲 同 我哋 唔係 點解 咩 乜 大家 覺得 返工 而家 香港 嗰 畀 得 嘢 啱 多 上 真係 鍾意 因為 其實 可以 自己 一個 知道 唔好 唔使 聽日 尋日 點樣 朋友 屋企 終於 不過 所以 如果 開始 時間 唔知 成日 平時 已經 買 飲 見 識 放假 天氣 電話 出街 排隊 好似 好耐 幾時 邊個 搞掂 第一次 好好食 哈哈哈哈"
const frequentHant =
  "大小天上下中心生時年家子出來過得後前開地事情見日月水手話成會好無分明行電長高面動機點頭當同公路本回車外女老師學校店市書名新買錢飯菜茶酒雨風花山海夜早晚午週班課題業物色美愛樂笑哭氣怕累忙睡醒走跑坐站門口房間店貓狗魚肉湯麵包糖果衣服鞋包包手機照片影音樂歌曲遊戲比賽球隊票價格錢股市投資經濟政府選舉總統新聞報導法律醫院健康運動身體"
const frequentHans =
  "大小天上下中心生时年家子出来过得后前开地事情见日月水手话成会好无分明行电长高面动机点头当同公路本回车外女老师学校店市书名新买钱饭菜茶酒雨风花山海夜早晚午周班课题业物色美爱乐笑哭气怕累忙睡醒走跑坐站门口房间店猫狗鱼肉汤面包糖果衣服鞋包包手机照片影音乐歌曲游戏比赛球队票价格钱股市投资经济政府选举总统新闻报道法律医院健康运动身体"

const hantOnly = common.filter((character) => !simplifiedOnly.has(character))
const hansOnly = common.filter((character) => !traditionalOnly.has(character))
const hantCharacters = charactersOf(frequentHant, [...hantOnly, ...traditionalOnly])
const hansCharacters = charactersOf(frequentHans, [...hansOnly, ...simplifiedOnly])
// Without words that only Mandarin has, which would make a text not Cantonese.
const yueCharacters = hantCharacters.filter((character) => !"這那哪您們她嗎吗沒吃說什還".includes(character))

const lexicon = (head: string, parts: ReadonlyArray<string>) => words({ head, parts, lengths, gap: "" })

export const zhHant = () => lexicon(headHant, hantCharacters)
export const zhHans = () => lexicon(headHans, hansCharacters)
export const yue = () => lexicon(headYue, yueCharacters)
