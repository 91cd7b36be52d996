/** What the demo prints when it is up; the key is in its last lines. */
import { styleText } from "node:util"
import type { DemoFile } from "./DemoFile.ts"

/** Plain where the output is no terminal, or `NO_COLOR` is set. */
const strong = (text: string) => styleText("bold", text, { stream: process.stdout })
const link = (text: string) => styleText("cyan", text, { stream: process.stdout })
const faint = (text: string) => styleText("dim", text, { stream: process.stdout })

export const banner = (demo: DemoFile, portal: string, file: string, every: string) => `
${strong("Heddle is running, with simulated posts.")} Press Ctrl+C to stop.

  Portal: ${link(portal)}
              ${faint("(signed in, where events arrive live; the link works once, a new one is printed at every start)")}

  API         ${link(demo.baseUrl)}   ${faint(`(docs at ${demo.baseUrl}/docs)`)}
  Sign in     ${link(`${demo.baseUrl}/sign-in`)}   ${faint(`(as ${demo.email}${demo.password === undefined ? "" : `, password ${demo.password}`})`)}
  MCP         ${link(`${demo.baseUrl}/mcp`)}   ${faint("(for assistants: sign in as above, or send the key below)")}
  Operator    ${link(demo.operatorUrl)}   ${faint("(health, metrics, ingest)")}
  Receiver    ${link(demo.receiverUrl)}   ${faint("(the example app; it verifies the webhooks that are counted below)")}
  Rules are checked every ${every} in the demo (3 minutes otherwise: HEDDLE_ROUND_INTERVAL).
  Key, password, endpoint and secret are in ${file}.

${strong("Try in another terminal:")}
  eval "$(npx heddle demo-env)"
  curl -H "Authorization: Bearer $HEDDLE_API_KEY" ${demo.baseUrl}/balance
  curl -G -H "Authorization: Bearer $HEDDLE_API_KEY" ${demo.baseUrl}/post/search --data-urlencode keywords=台積電 -d limit=3

  Key         ${strong(demo.apiKey)}
`
