/** `/docs`: where to begin, with a first command that works for each of the three ways in. */
import type { DocPage } from "./DocPage.ts"

export const welcomePage = (baseUrl: string): DocPage => ({
  path: "/docs",
  section: "Start",
  title: "Documentation",
  label: "Where to begin",
  about: "Query posts, receive webhooks, connect an assistant.",
  markdown: `# Documentation

Heddle collects public posts and their counts. You can query them, get a webhook when a post matches your rule, and let an assistant do both. All you need is an [API key](/portal/keys).

## Query posts

\`\`\`sh
curl -G ${baseUrl}/post/search \\
  -H "Authorization: Bearer $HEDDLE_API_KEY" \\
  --data-urlencode keywords=咖啡 -d limit=3
\`\`\`

[Quickstart](/docs/quickstart) · [All operations with their prices](/docs/reference) · [Libraries](/docs/clients) · [Run one in your browser](/portal/playground)

## Receive webhooks

\`\`\`sh
curl ${baseUrl}/webhook/endpoints \\
  -H "Authorization: Bearer $HEDDLE_API_KEY" -H 'Content-Type: application/json' \\
  -d '{"url":"https://example.com/hooks/heddle"}'
\`\`\`

[How webhooks work](/docs/webhooks) · Verify them in [Node](/docs/webhooks/verify#node), [Python](/docs/webhooks/verify#python), [Go](/docs/webhooks/verify#go), [PHP](/docs/webhooks/verify#php) or [Ruby](/docs/webhooks/verify#ruby) · [Middleware for your framework](/docs/webhooks/frameworks) · [Rules as code](/docs/rules-as-code)

## Connect an assistant

\`\`\`sh
claude mcp add --transport http heddle ${baseUrl}/mcp
\`\`\`

[Claude, ChatGPT, Cursor, VS Code, Codex and others](/docs/mcp) · [All pages as text](/llms-full.txt) for assistants that write your code

## Know what it costs

[Credits and plans](/docs/credits) · [What an error means](/docs/errors) · [What changed](/docs/changelog)`
})
