/**
 * The service that `api` compares the product with: only Fastify and `pg`. Runs as its own process:
 * `node BareService.ts '{"port", "url", "text"}'`, where `text` is the module that made the terms of the posts.
 */
import Fastify, { type FastifyRequest } from "fastify"
import { createHash, randomUUID } from "node:crypto"
import pg from "pg"
import type * as Text from "../../../packages/text/src/index.ts"
import * as statements from "./BareStatements.ts"

export interface BareSettings {
  readonly port: number
  readonly url: string
  readonly text: string
}

const { port, url, text }: BareSettings = JSON.parse(process.argv[2] ?? "{}")
const { encodeKeyword, keywordTerms, languageMatches, languages, parseLanguageFilter }: typeof Text = await import(text)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const makePool = (max: number) => new pg.Pool({ connectionString: url, max, min: max, options: "-c jit=off" })
let pool = makePool(1)

const hashOf = ({ headers }: FastifyRequest): Buffer =>
  createHash("sha256")
    .update((headers.authorization ?? "").slice("Bearer ".length))
    .digest()

const days = 7
const dayMillis = 86_400_000

const refused = () => Object.assign(new Error("no such key, or no credits"), { statusCode: 401 })

const readBalance = async (request: FastifyRequest) => {
  const { rows } = await pool.query({ ...statements.balance, values: [hashOf(request), randomUUID()] })
  const [data] = rows
  if (data === undefined) throw refused()
  return { data, credits_consumed: 0 }
}

interface SearchRoute {
  Querystring: { keywords: string; language: string; limit: string }
}

const find = async (keywords: string, language: string, limit: number) => {
  const filter = parseLanguageFilter(language)
  const keyword = encodeKeyword(keywords)
  if (filter === undefined || keyword === undefined) return []
  const { terms, exact } = keywordTerms(keyword)
  const among = languages.filter((one) => languageMatches(filter, one))
  const until = Date.now()
  const window = [new Date(until - days * dayMillis), new Date(until)]
  const values = [among, terms, limit, ...window, ...(exact ? [] : [keyword])]
  return (await pool.query(statements.searchPosts(exact), values)).rows
}

const search = async (request: FastifyRequest<SearchRoute>) => {
  const { keywords, language } = request.query
  const limit = Number(request.query.limit)
  const id = randomUUID()
  const held = await pool.query({ ...statements.hold, values: [hashOf(request), id, limit] })
  if (held.rowCount !== 1) throw refused()
  // One extra row shows whether there is a next page.
  const found = await find(keywords, language, limit + 1)
  const data = found.slice(0, limit)
  await pool.query({ ...statements.settle, values: [id, data.length, request.query] })
  return { data, next_cursor: found.length > limit ? data.at(-1).code : null, credits_consumed: data.length }
}

const string = { type: "string" }
const number = { type: "integer" }

/** For Fastify's serializer, which is faster than `JSON.stringify`. */
const balanceAnswer = {
  type: "object",
  properties: {
    data: {
      type: "object",
      properties: { plan: string, plan_ends_at: number, remaining_credits: number, held_credits: number }
    },
    credits_consumed: number
  }
}

const searchAnswer = {
  type: "object",
  properties: {
    data: {
      type: "array",
      items: {
        type: "object",
        properties: {
          code: string,
          url: string,
          caption: string,
          language: string,
          is_reply: { type: "boolean" },
          post_timestamp: number,
          username: string,
          like_count: number,
          reply_count: number
        }
      }
    },
    next_cursor: { type: ["string", "null"] },
    credits_consumed: number
  }
}

/** Replaces the pool within the warm process. */
const usePool = async (size: number) => {
  const before = pool
  pool = makePool(size)
  await before.end()
  return {}
}

const service = Fastify()
service.get("/balance", { schema: { response: { 200: balanceAnswer } } }, (request) => readBalance(request))
service.get<SearchRoute>("/post/search", { schema: { response: { 200: searchAnswer } } }, (request) => search(request))
service.post<{ Params: { size: string } }>("/pool/:size", ({ params }) => usePool(Number(params.size)))
await service.listen({ port, host: "127.0.0.1" })
