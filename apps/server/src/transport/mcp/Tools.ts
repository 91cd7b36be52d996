/** The tools: a projection of the table of operations. An operation that names a tool has one, without another line. */
import type { InvalidParameter } from "@heddle/api"
import { type Effect, Schema } from "effect"
import { decodeArguments, inputSchemaOf, parametersOf } from "./Arguments.ts"
import { type Json, outline } from "./JsonSchema.ts"
import type { ToolOperation } from "./ToolOperation.ts"

/** As `tools/list` shows it. */
interface Definition {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ReturnType<typeof inputSchemaOf>
  readonly outputSchema: ReturnType<typeof outline>
  readonly annotations: {
    readonly readOnlyHint: true
    readonly destructiveHint: false
    readonly idempotentHint: true
    readonly openWorldHint: boolean
  }
}

export interface McpTool {
  readonly definition: Definition
  /** The name of the operation's answer. */
  readonly operation: string
  readonly decode: (args: Json) => Effect.Effect<never, InvalidParameter>
}

interface WithResult {
  readonly result: Schema.Top
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const toolOf = (operation: ToolOperation & Partial<WithResult>): ReadonlyArray<McpTool> => {
  const { tool, result, summary, price, endpoint } = operation
  if (tool === null || result === undefined) return []
  const parameters = parametersOf(operation)
  return [
    {
      operation: endpoint.identifier,
      decode: (args) => decodeArguments(operation, parameters, args),
      definition: {
        name: tool.name,
        title: summary,
        description: `${tool.description} Price: ${sentence(price.text)}.`,
        inputSchema: inputSchemaOf(parameters),
        outputSchema: outline(Schema.toJsonSchemaDocument(result).schema),
        annotations: {
          readOnlyHint: true,
          destructiveHint: false,
          idempotentHint: true,
          openWorldHint: tool.readsNetwork === true
        }
      }
    }
  ]
}

/** In the order of the table. */
export const toolsOf = (operations: ReadonlyArray<ToolOperation & Partial<WithResult>>): ReadonlyArray<McpTool> =>
  operations.flatMap(toolOf)
