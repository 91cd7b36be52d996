import createClient from "openapi-fetch"
import type { paths } from "./schema.d.ts"

const { BASE_URL: baseUrl = "", API_KEY: key, HOOK_URL: url = "" } = process.env
const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${key}` } })

const trend = await client.GET("/post/keyword-trend", {
  params: { query: { keywords: ["marzipan"], language: "en", days: 2 } }
})
if (trend.error !== undefined) throw new Error(trend.error.detail)
let posts = 0
for (const { days } of trend.data.data) for (const { post_count } of days) posts += post_count

const codes: Array<string> = []
let anchor: string | undefined
for (let page = 1, total = 1; (page - 1) * 50 < total; page++) {
  const query = { api_type: "keywords", page, ...(anchor === undefined ? {} : { anchor }) }
  const { data, error } = await client.GET("/balance/history", { params: { query } })
  if (error !== undefined) throw new Error(error.detail)
  codes.push(...data.data.map(({ id }) => id))
  anchor = data.anchor ?? undefined
  total = data.total
}

const endpoint = await client.POST("/webhook/endpoints", { body: { url } })
if (endpoint.error !== undefined) throw new Error(endpoint.error.detail)
const rule = await client.POST("/webhook/endpoints/{endpoint_id}/rules", {
  params: { path: { endpoint_id: endpoint.data.data.id } },
  body: { keyword: "台積電", likeCount: 10 }
})
if (rule.error !== undefined) throw new Error(rule.error.detail)
const { keyword = "" } = rule.data.data
console.log(JSON.stringify({ posts, entries: codes.length, keyword, notices: rule.data.notices }))
