/** The tools: a projection of the table of operations. An operation that names a tool has one, without another line. */
import { type InvalidParameter, jsonSchemaOf } from "@heddle/api"
import type { Effect, Schema } from "effect"
import {
  type Asked,
  decodeArguments,
  inputSchemaOf,
  parametersOf,
  type ToolOperation
} from "../../operations/parameters/Arguments.ts"
import { isList, type Json, type Outline, outline, withRest } from "../../operations/parameters/JsonSchema.ts"

/** As `tools/list` shows it. */
interface Definition {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: ReturnType<typeof inputSchemaOf>
  readonly outputSchema: Outline
  readonly annotations: {
    readonly readOnlyHint: true
    readonly destructiveHint: false
    readonly openWorldHint: boolean
  }
}

export interface McpTool {
  readonly definition: Definition
  /** The name of the operation's answer. */
  readonly operation: string
  /** An answer has all its rows, however many fit. */
  readonly isWhole: boolean
  readonly decode: (args: Json) => Effect.Effect<Asked<never>, InvalidParameter>
}

interface WithResult {
  readonly result: Schema.Top
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

const toolOf = (operation: ToolOperation & Partial<WithResult>): ReadonlyArray<McpTool> => {
  const { tool, result, summary, price, endpoint } = operation
  if (tool === null || result === undefined) return []
  const isWhole = tool.isWhole === true
  const output = outline(jsonSchemaOf(result))
  const inParts = operation.kind === "priced" && !isWhole && isList(output)
  const parameters = parametersOf(operation, inParts)
  return [
    {
      operation: endpoint.identifier,
      isWhole,
      decode: (args) => decodeArguments(operation, parameters, args),
      definition: {
        name: tool.name,
        title: summary,
        description: `${tool.description} Price: ${sentence(price.text)}.`,
        inputSchema: inputSchemaOf(parameters),
        outputSchema: inParts ? withRest(output) : output,
        annotations: {
          readOnlyHint: true,
          destructiveHint: false,
          openWorldHint: tool.readsNetwork === true
        }
      }
    }
  ]
}

/** In the order of the table. */
export const toolsOf = (operations: ReadonlyArray<ToolOperation & Partial<WithResult>>): ReadonlyArray<McpTool> =>
  operations.flatMap(toolOf)
