/** The same question over REST and as a call of a tool, over connections that are kept. */
import { Client } from "undici"
import type { Posts } from "../posts/Posts.ts"
import { pickKeywords } from "../search/Keywords.ts"

export const interfaces = ["REST", "MCP"] as const
export type Interface = (typeof interfaces)[number]

interface Question {
  readonly path: string
  readonly args: Readonly<Record<string, unknown>>
}

export interface Subject {
  readonly tool: "get_balance" | "search_posts"
  /** Asked in turn. */
  readonly questions: ReadonlyArray<Question>
}

const limit = 20

/** The last one gives the headline figure of the benchmark. */
export const subjectsOf = (posts: Posts): ReadonlyArray<Subject> => [
  {
    tool: "search_posts",
    questions: pickKeywords(posts).flatMap(({ keywords, language }) =>
      keywords.map(({ text }) => {
        const query = new URLSearchParams({ keywords: text, language, limit: String(limit) })
        return { path: `/post/search?${query}`, args: { keywords: [text], language, limit } }
      })
    )
  },
  { tool: "get_balance", questions: [{ path: "/balance", args: {} }] }
]

const revision = "2026-07-28"

const requestOf = (over: Interface, { tool, questions }: Subject, credential: string, number: number) => {
  const { path = "", args = {} } = questions[number % questions.length] ?? {}
  const authorization = `Bearer ${credential}`
  if (over === "REST") return { path, method: "GET", headers: { authorization } }
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": revision,
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {}
  }
  const call = { jsonrpc: "2.0", id: number, method: "tools/call", params: { name: tool, arguments: args, _meta } }
  return {
    path: "/mcp",
    method: "POST",
    headers: {
      authorization,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      "mcp-protocol-version": revision,
      "mcp-method": call.method,
      "mcp-name": tool
    },
    body: JSON.stringify(call)
  }
}

const isAnswer = (text: string): boolean => text.includes('"credits_consumed"') && !text.includes('"isError":true')

/** Milliseconds until the whole answer is there; fails unless it is an answer. */
export const timedCall = async (
  client: Client,
  over: Interface,
  subject: Subject,
  credential: string,
  number: number
): Promise<number> => {
  const started = performance.now()
  const { statusCode, body } = await client.request(requestOf(over, subject, credential, number))
  const text = await body.text()
  const millis = performance.now() - started
  if (statusCode !== 200 || !isAnswer(text)) throw new Error(`${over}, ${subject.tool}: ${statusCode} ${text}`)
  return millis
}

export interface Target {
  readonly origin: string
  /** Used in turn. REST takes keys alone. */
  readonly credentials: Readonly<Record<Interface, ReadonlyArray<string>>>
}

export const credentialOf = ({ credentials }: Target, over: Interface, number: number): string =>
  credentials[over][number % credentials[over].length] ?? ""

export const withClient = async <A>(origin: string, use: (client: Client) => Promise<A>): Promise<A> => {
  const client = new Client(origin)
  try {
    return await use(client)
  } finally {
    await client.close()
  }
}
