/** One call of every tool on the population of `QuietServer`, and the same request to the REST API. */
import { operations } from "@heddle/api"
import type { LiveThings } from "./QuietServer.ts"
import type { Arguments } from "./ToolClients.ts"

const argumentsOf = ({ code, username }: LiveThings): Readonly<Record<string, Arguments>> => ({
  search_posts: { keywords: ["咖啡", "捷運"], max_age_hours: 720, include_details: true, limit: 4 },
  get_keyword_trend: { keywords: ["咖啡"], days: 3, include_engagement: true },
  get_hot_posts: { size: 5, hours: 72 },
  semantic_search_posts: { topic: "適合工作的咖啡店", limit: 12 },
  get_user: { usernames: ["amy", "ben", "nobody"] },
  get_user_top_threads: { username: "amy", days: 90, limit: 3 },
  get_user_interactions: { username: "amy", days: 90, limit: 20 },
  get_user_follower_history: { username: "ben", days: 10 },
  get_balance: {},
  get_cool_replies: { language: "en", hours: 168, size: 5 },
  get_post_like_growth: { language: "en", hours: 168, size: 5 },
  get_follower_growth: { language: "zh", hours: 24, size: 5 },
  get_follower_ladder: { region: "TW" },
  get_like_ladder: { language: "ja" },
  get_power_hours: { days: 14, utc_offset: 480 },
  get_live_posts: { codes: [code, "unknown"] },
  get_live_users: { usernames: [username] }
})

export interface ToolCall {
  readonly tool: string
  readonly apiType: string
  readonly args: Arguments
  /** The path of the REST call with its query. */
  readonly path: string
}

const pathOf = (template: string, args: Arguments): string => {
  const rest = new URLSearchParams()
  let path = template
  for (const [name, value] of Object.entries(args)) {
    const text = Array.isArray(value) ? value.join(",") : String(value)
    if (template.includes(`:${name}`)) path = path.replace(`:${name}`, encodeURIComponent(text))
    else rest.set(name, text)
  }
  return rest.size === 0 ? path : `${path}?${rest}`
}

/** Of one tool, by its name. */
export const toolCall = (name: string, args: Arguments): ToolCall => {
  const operation = operations.find(({ tool }) => tool?.name === name)
  if (operation === undefined) throw new Error(`There is no tool ${name}.`)
  return { tool: name, apiType: operation.apiType, args, path: pathOf(operation.endpoint.path, args) }
}

/** In the order of the table of operations. */
export const toolNames: ReadonlyArray<string> = operations.flatMap(({ tool }) => (tool === null ? [] : [tool.name]))

/** Every tool once. A new tool needs arguments here. */
export const everyTool = (live: LiveThings): ReadonlyArray<ToolCall> => {
  const known = argumentsOf(live)
  return toolNames.map((name) => {
    const args = known[name]
    if (args === undefined) throw new Error(`ToolCalls.ts has no arguments for ${name}.`)
    return toolCall(name, args)
  })
}
