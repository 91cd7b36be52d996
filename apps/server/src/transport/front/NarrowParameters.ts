/**
 * The parameters of each operation in words, for narrow windows, where the component that draws the reference leaves
 * their descriptions and bounds out. It shows them in the slot of the operation.
 */
import { describeParameter, type Json, objectOf, operations } from "@heddle/api"
import type { Schema } from "effect"
import { type Html, html } from "../pages/Html.ts"
import { prose } from "./Prose.ts"

/** How the component names the slot of an operation. */
const slotOf = (method: string, path: string): string => `${method}-${path.replaceAll(/[\s#:?&={}-]+/g, "-")}`

const values = (value: unknown): ReadonlyArray<string> => (Array.isArray(value) ? value.map(String) : [])

/** Such as "integer, 1 to 500, default 50". */
const typeOf = (schema: Json): string => {
  const { type, minimum, maximum, default: byDefault } = schema
  const allowed = values(schema["enum"])
  return [
    String(type),
    ...(allowed.length === 0 ? [] : [allowed.join(" | ")]),
    ...(minimum === undefined || maximum === Number.MAX_SAFE_INTEGER ? [] : [`${minimum} to ${maximum}`]),
    ...(byDefault === undefined ? [] : [`default ${byDefault}`])
  ].join(", ")
}

/** Paths of the document write `{code}` for `:code`. */
const documentPath = (path: string): string => path.replaceAll(/:([a-z_]+)/g, "{$1}")

const described = ([name, field]: readonly [string, Schema.Constraint]): Html => {
  const { description, schema } = describeParameter(field)
  return html`<p><code>${name}</code> (${typeOf(objectOf(schema))}): ${prose(description)}</p>`
}

export const narrowParameters: ReadonlyArray<Html> = operations.map(
  ({ endpoint: { method, path }, fields }) =>
    html`<div class="narrow" slot="${slotOf(method.toLowerCase(), documentPath(path))}">
      ${Object.entries(fields).map(described)}
    </div>`
)
