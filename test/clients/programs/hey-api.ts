import { accountBalanceHistory, postsKeywordTrend, webhooksCreateEndpoint, webhooksCreateRule } from "./client/index.js"
import { client } from "./client/client.gen.js"

const { BASE_URL: baseUrl, API_KEY: auth, HOOK_URL: url = "" } = process.env
client.setConfig({ baseUrl, auth, throwOnError: true })

const trend = await postsKeywordTrend<true>({ query: { keywords: ["marzipan"], language: "en", days: 2 } })
let posts = 0
for (const { days } of trend.data.data) for (const { post_count } of days) posts += post_count

const codes: Array<string> = []
let anchor: string | undefined
for (let page = 1, total = 1; (page - 1) * 50 < total; page++) {
  const { data } = await accountBalanceHistory<true>({ query: { api_type: "keywords", page, anchor } })
  codes.push(...data.data.map(({ id }) => id))
  anchor = data.anchor ?? undefined
  total = data.total
}

const endpoint = await webhooksCreateEndpoint<true>({ body: { url } })
const rule = await webhooksCreateRule<true>({
  path: { endpoint_id: endpoint.data.data.id },
  body: { keyword: "台積電", likeCount: 10 }
})
const { keyword = "" } = rule.data.data
console.log(JSON.stringify({ posts, entries: codes.length, keyword, notices: rule.data.notices }))
