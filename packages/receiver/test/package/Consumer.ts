/** Programs of a customer, as text: they run in an empty project, on the oldest Node too, where TypeScript does not. */

const modules = {
  esm: `import { createServer } from "node:http"
import { createReceiver, verify } from "@heddle/receiver"
import { nodeHandler } from "@heddle/receiver/node"
import { sampleEvent, signRequest, tamperBody } from "@heddle/receiver/testing"
`,
  cjs: `const { createServer } = require("node:http")
const { createReceiver, verify } = require("@heddle/receiver")
const { nodeHandler } = require("@heddle/receiver/node")
const { sampleEvent, signRequest, tamperBody } = require("@heddle/receiver/testing")
`
}

const secret = "whsec_Zk3vQ0mN8sT1xYcB5uWq2LrHj7EpDa9F"

/** Prints the codes that it saw, as JSON. */
export const exercise = (format: keyof typeof modules): string => `${modules[format]}
const codes = []
async function main() {
  const secrets = ${JSON.stringify(secret)}
  const receiver = createReceiver({ secrets, handler: async (event) => codes.push(event.rule.type) })
  const signed = await signRequest({ secrets, body: sampleEvent() })
  codes.push((await verify({ ...signed, secrets })).body.byteLength === signed.body.byteLength)
  await verify({ ...tamperBody(signed), secrets }).catch((error) => codes.push(error.code))
  const server = createServer(nodeHandler(receiver))
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = "http://127.0.0.1:" + server.address().port
  for (const sent of [signed, signed, tamperBody(signed)]) {
    codes.push((await (await fetch(url, sent)).json()).code)
  }
  server.close()
  server.closeAllConnections()
  codes.push((await (await receiver.fetch(signed.request())).json()).code)
  process.stdout.write(JSON.stringify(codes))
}
main()
`

export const exercised = [true, "no_match", "keyword", "handled", "duplicate", "no_match", "duplicate"]

/** Compiles only if the types of every entry are found and narrow. */
export const typed = `import { createReceiver, isKeyword, type RuleMap, type WebhookEvent } from "@heddle/receiver"
import { nodeHandler } from "@heddle/receiver/node"
import { sampleEvent, signRequest } from "@heddle/receiver/testing"
const event: WebhookEvent = sampleEvent()
if (isKeyword(event)) event.rule.keyword.toUpperCase()
// @ts-expect-error a trending rule has no keyword
if (event.rule.type === "trending") event.rule.keyword.toUpperCase()
const receiver = createReceiver({ secrets: "x", handler: (event, context) => void [event.post.code, context.eventKey] })
const map: RuleMap = { format: "heddle-rules/rule-map", version: 1, rules: { rule_b: { first: "rule_a", name: null } } }
createReceiver({ secrets: "x", ruleMap: map, handler: (event, { ruleName }) => void ruleName?.toUpperCase() })
createReceiver({ secrets: "x", ruleMap: async () => JSON.parse("{}"), handler: () => {} })
export const listener = nodeHandler(receiver)
export const signed: Promise<{ readonly body: Uint8Array }> = signRequest({ secrets: "x", body: event })
`
