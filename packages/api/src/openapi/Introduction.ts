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

Every response has the same fields: \`data\`, \`notices\` (messages about the response, usually none) and \`credits_consumed\`. Lists are also available as CSV and NDJSON: send \`Accept: text/csv\` or \`Accept: application/x-ndjson\`.

## Errors

Errors are problem documents (RFC 9457). \`code\` is for programs and never changes; \`detail\` tells people what to do. A call that fails costs nothing. See [all errors](/problems).

## Credits

| Plan | Per month | Credits | Webhooks |
|---|---|---|---|
${planRows}

Credits are valid for a month. The price of each operation is in its description. To see what a call would cost without running it, add \`dry_run=true\`. To repeat a call safely, send an \`Idempotency-Key\`: it runs and is charged only once.

## Limits

An account can make 600 requests a minute, unless the operator changes this; the \`RateLimit\` headers say how many are left. A call that takes longer than 30 seconds stops and costs nothing. After a 429, wait for the number of seconds in \`Retry-After\`.
`
