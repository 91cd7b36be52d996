/** One HTTP request on its way through the engine, which hands it on as it came. */
import type { CallToolResult } from "@modelcontextprotocol/server"
import type { Json } from "../../operations/parameters/JsonSchema.ts"
import type { Charged } from "./Undelivered.ts"

/** Undefined for a tool that does not exist. */
type CallByName = (
  exchange: Exchange,
  name: string,
  args: Json,
  signal: AbortSignal
) => Promise<CallToolResult> | undefined

export class Exchange {
  /** The caller's key turned out not to be in force. */
  isRefused = false
  readonly #callByName: CallByName
  readonly #keep: (charged: Charged) => void
  readonly #charged: Array<Charged> = []
  #isLost = false

  /** `keep` is for answers that do not reach the caller. */
  constructor(callByName: CallByName, keep: (charged: Charged) => void) {
    this.#callByName = callByName
    this.#keep = keep
  }

  call(name: string, args: Json, signal: AbortSignal) {
    return this.#callByName(this, name, args, signal)
  }

  charged(charged: Charged): void {
    if (this.#isLost) this.#keep(charged)
    else this.#charged.push(charged)
  }

  /** The connection ended before all was written. */
  lost(): void {
    this.#isLost = true
    for (const charged of this.#charged.splice(0)) this.#keep(charged)
  }
}
