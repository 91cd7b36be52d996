/** What a newcomer reads first in the reference, in Markdown. */
import { type Json, objectOf } from "../Json.ts"
import { plans } from "../Plans.ts"

const planRows = Object.values(plans)
  .map(
    ({ title, usdPerMonth, creditsPerMonth, webhooks }) =>
      `| ${title} | ${usdPerMonth.toLocaleString("en")} USD | ${creditsPerMonth.toLocaleString("en")} | ${webhooks ? "yes" : "no"} |`
  )
  .join("\n")

export const introduction = `Analytics over public posts: a query API, webhooks, and one credit balance for both.

## Your key

Every call needs an API key, which starts with \`hdl_\`. Create one in the [portal](/portal), or ask the operator of this server. Send it with every request:

\`\`\`
Authorization: Bearer hdl_…
\`\`\`

## Your first call

Check your balance. This call is free:

\`\`\`sh
curl -H "Authorization: Bearer $HEDDLE_API_KEY" "$HEDDLE_API_URL/balance"
\`\`\`

A search costs one credit for each post it returns:

\`\`\`sh
curl -G -H "Authorization: Bearer $HEDDLE_API_KEY" --data-urlencode "keywords=咖啡" -d limit=5 "$HEDDLE_API_URL/post/search"
\`\`\`

Without \`language\`, search finds only Chinese posts. For other posts, add \`language=en\`, \`ja\` or \`ko\`.

## Responses

Every response has the same fields: \`data\`, \`notices\` (messages about the response, usually none) and \`credits_consumed\`. Lists are also available as CSV and NDJSON: send \`Accept: text/csv\` or \`Accept: application/x-ndjson\`. This document lists only the JSON.

## Errors

Errors are problem documents (RFC 9457). \`code\` is for programs and never changes; \`detail\` tells people what to do. A call that fails costs nothing. See [all errors](/docs/errors).

## Credits

| Plan | Per month | Credits | Webhooks |
|---|---|---|---|
${planRows}

Credits are valid for a month. The price of each operation is in its description. To see what a call would cost without running it, add \`dry_run=true\`, which any call with a price accepts. To repeat a call safely, send an \`Idempotency-Key\`: it runs and is charged only once.

## Limits

An account can make 600 requests a minute, unless the operator changes this; the \`RateLimit\` headers say how many are left. A call that takes longer than 30 seconds stops and costs nothing. After a 429, wait for the number of seconds in \`Retry-After\`.
`

/** Tags of the document: the families of the service description, some of which have several groups of operations. */
export const tags = {
  account: { name: "Account and usage", description: "Your balance, and what each call and event cost. Free." },
  posts: {
    name: "Post queries",
    description: "Search, trends, hot posts, semantic search, inspiration, forecasts, reply chains and live reads."
  },
  authors: {
    name: "Account queries",
    description: "People on the network: profiles, top posts, follower history, interactions and live reads."
  },
  rankings: {
    name: "Leaderboards and statistics",
    description: "Top replies, viral posts and follower growth; ladders of likes and followers; power hours."
  },
  webhooks: {
    name: "Webhook management",
    description:
      "Endpoints, rules and deliveries. Free; needs API Standard or a higher plan. An event costs credits when it is sent."
  }
} as const

export interface Tag {
  readonly name: string
  readonly description: string
}

/** Each tag once. */
export const distinctTags = (listed: unknown): ReadonlyArray<Json> => {
  const all: ReadonlyArray<unknown> = Array.isArray(listed) ? listed : []
  return [...new Map(all.map((tag) => [objectOf(tag)["name"], objectOf(tag)])).values()]
}
