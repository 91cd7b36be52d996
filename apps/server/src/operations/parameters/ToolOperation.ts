/** What a tool is made of: any operation of the table that names one. */
import type { Tool } from "@heddle/api"
import type { Schema } from "effect"

export interface ToolOperation {
  readonly kind: string
  readonly summary: string
  readonly tool: Tool | null
  readonly price: { readonly text: string }
  /** Parameters by name, decoded. */
  readonly fields: Schema.Struct.Fields
  readonly endpoint: {
    readonly identifier: string
    readonly params: Schema.Top | undefined
    readonly query: Schema.Top | undefined
  }
}
