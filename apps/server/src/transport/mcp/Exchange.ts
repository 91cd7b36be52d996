/** One HTTP request on its way through the engine, which hands it on as it came. */
import type { CallToolResult } from "@modelcontextprotocol/server"
import type { Json } from "./JsonSchema.ts"

export class Exchange {
  /** The caller's key turned out not to be in force. */
  isRefused = false
  /** Undefined for a tool that does not exist. */
  readonly call: (name: string, args: Json, signal: AbortSignal) => Promise<CallToolResult> | undefined

  constructor(call: Exchange["call"]) {
    this.call = call
  }
}
