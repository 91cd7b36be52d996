/** What a newcomer reads first in the reference, in Markdown. */
import { plans } from "../Plans.ts"

const planRows = Object.values(plans)
  .map(
    ({ title, usdPerMonth, creditsPerMonth, webhooks }) =>
      `| ${title} | ${usdPerMonth.toLocaleString("en")} USD | ${creditsPerMonth.toLocaleString("en")} | ${webhooks ? "yes" : "no"} |`
  )
  .join("\n")

export const introduction = `Analytics over public posts: a query API, webhooks, and one credit balance for both.

## Your key

Every call needs an API key, which begins with \`hdl_\`. Make one in the [portal](/portal), or ask whoever runs this server. Send it with every request:

\`\`\`
Authorization: Bearer hdl_…
\`\`\`

## The first call

What can you spend? This call is free:

\`\`\`sh
curl -H "Authorization: Bearer $HEDDLE_API_KEY" "$HEDDLE_BASE_URL/balance"
\`\`\`

A search costs one credit for each post it returns:

\`\`\`sh
curl -G -H "Authorization: Bearer $HEDDLE_API_KEY" --data-urlencode "keywords=咖啡" -d limit=5 "$HEDDLE_BASE_URL/post/search"
\`\`\`

Without \`language\`, Chinese posts are searched. For other posts, add \`language=en\`, \`ja\` or \`ko\`.

## Answers

Every answer has the same envelope: \`data\`, \`notices\` (what you should know about it, usually nothing) and \`credits_consumed\`. Lists are also available as CSV and NDJSON: send \`Accept: text/csv\` or \`Accept: application/x-ndjson\`.

## Errors

Errors are problem documents (RFC 9457). \`code\` is for programs and never changes, \`detail\` says what to do. A call that fails costs nothing. [All problems](/problems) with their meaning.

## Credits

| Plan | Per month | Credits | Webhooks |
|---|---|---|---|
${planRows}

Credits are valid for a month. The price of each operation is in its description. With \`dry_run=true\`, a call with a price says what it would cost instead of running. With an \`Idempotency-Key\`, a call can be repeated safely: it runs and is charged once.

## Limits

An account may make 600 requests a minute unless the operator changes it; \`RateLimit\` headers say how many are left. A call stops after 30 seconds and then costs nothing. A 429 says in \`Retry-After\` how long to wait.
`
