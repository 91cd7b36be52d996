/** The clients of the protocol's own libraries, for both revisions: what assistants connect with. */
import { Client as NewerClient, StreamableHTTPClientTransport as NewerTransport } from "@modelcontextprotocol/client"
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Effect, Schema } from "effect"

const Result = Schema.Struct({
  content: Schema.Array(Schema.Struct({ type: Schema.Literal("text"), text: Schema.String })),
  structuredContent: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown)),
  isError: Schema.optionalKey(Schema.Boolean)
})
export type ToolResult = typeof Result.Type

const List = Schema.Struct({
  tools: Schema.Array(
    Schema.Struct({
      name: Schema.String,
      title: Schema.String,
      description: Schema.String,
      inputSchema: Schema.Record(Schema.String, Schema.Unknown),
      outputSchema: Schema.Record(Schema.String, Schema.Unknown),
      annotations: Schema.Record(Schema.String, Schema.Boolean)
    })
  )
})

/** A connected client of either library. */
export interface McpClient {
  readonly list: Effect.Effect<typeof List.Type>
  readonly call: (name: string, args?: Readonly<Record<string, unknown>>) => Effect.Effect<ToolResult>
}

interface Connectable {
  listTools(): Promise<unknown>
  callTool(call: { readonly name: string; readonly arguments?: Record<string, unknown> }): Promise<unknown>
  close(): Promise<void>
}

const clientOf = (client: Connectable): McpClient => ({
  list: Effect.promise(async () => Schema.decodeUnknownSync(List)(await client.listTools())),
  call: (name, args = {}) =>
    Effect.promise(async () =>
      Schema.decodeUnknownSync(Result)(await client.callTool({ name, arguments: { ...args } }))
    )
})

const connected = <C extends Connectable>(open: () => Promise<C>) =>
  Effect.map(
    Effect.acquireRelease(Effect.promise(open), (client) => Effect.promise(() => client.close())),
    clientOf
  )

const authorized = (credential: string) => ({ requestInit: { headers: { authorization: `Bearer ${credential}` } } })

const identity = { name: "heddle-tests", version: "1" }

/** Speaks 2026-07-28. */
const newer = (baseUrl: string, credential: string) =>
  connected(async () => {
    const client = new NewerClient(identity, { versionNegotiation: { mode: { pin: "2026-07-28" } } })
    await client.connect(new NewerTransport(new URL(`${baseUrl}/mcp`), authorized(credential)))
    return client
  })

/** Speaks 2025-11-25, with a library that will never learn more. */
const older = (baseUrl: string, credential: string) =>
  connected(async () => {
    const client = new OlderClient(identity)
    await client.connect(new OlderTransport(new URL(`${baseUrl}/mcp`), authorized(credential)))
    return client
  })

export const clients = { newer, older }
