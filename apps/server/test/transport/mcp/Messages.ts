/** Requests of both revisions as they stand on the wire, for what no client sends. */

export type Age = "older" | "newer"

const envelope = {
  _meta: {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {}
  }
}

export const messageOf = (age: Age, method: string, params: Readonly<Record<string, unknown>> = {}) => ({
  headers: {
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": age === "newer" ? "2026-07-28" : "2025-11-25",
    "mcp-method": method,
    ...(typeof params["name"] === "string" ? { "mcp-name": params["name"] } : {})
  },
  json: { jsonrpc: "2.0", id: 1, method, params: age === "newer" ? { ...params, ...envelope } : params }
})

/** The message of a response, which the older revision sends as an event. */
export const resultIn = (text: string): unknown => {
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text
  const message: unknown = JSON.parse(data)
  return typeof message === "object" && message !== null && "result" in message ? message.result : undefined
}
