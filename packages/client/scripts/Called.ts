/** What both clients write of an operation: its fields, its kind, and whether it has pages. */
import { operations } from "@heddle/api"
import { type Described, type Document, resolved, type Schema } from "@heddle/api/document"

/** The clients make the keys themselves. */
export const keyHeader = "idempotency-key"
/** The clients' own method `estimate` makes this call, typed by the operation that it is about. */
export const ownMethods: ReadonlySet<string> = new Set(["estimate"])

const kinds: ReadonlyMap<string, string> = new Map(operations.map(({ endpoint, kind }) => [endpoint.identifier, kind]))

export const kindOf = ({ name }: Described): string => {
  const kind = kinds.get(name)
  if (kind === undefined) throw new Error(`${name} is not in the table of operations.`)
  return kind
}

export const typeName = (name: string, suffix: string): string =>
  `${name.charAt(0).toUpperCase()}${name.slice(1)}${suffix}`

export const namesOf = ({ parameters }: Described, place: string): ReadonlyArray<string> =>
  parameters.filter((one) => one.in === place && one.name !== keyHeader).map(({ name }) => name)

export const takesKey = ({ parameters }: Described): boolean => parameters.some(({ name }) => name === keyHeader)

export const isPaged = (operation: Described): boolean =>
  ["cursor", "anchor"].some((name) => namesOf(operation, "query").includes(name))

interface Field {
  readonly schema: Schema
  readonly required: boolean
}

/** Every parameter and field of the body, by its name: two of one name could not be told apart. */
export function fieldsOf(document: Document, operation: Described): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>()
  const add = (name: string, schema: Schema, required: boolean) => {
    if (fields.has(name)) throw new Error(`${operation.name} has two parameters ${name}.`)
    fields.set(name, { schema, required })
  }
  for (const { name, schema, description, required = false } of operation.parameters) {
    if (name !== keyHeader) add(name, { ...schema, ...(description === undefined ? {} : { description }) }, required)
  }
  const { properties, required = [] } = resolved(document, operation.body ?? { properties: {} })
  if (properties === undefined) throw new Error(`The body of ${operation.name} is no object with known fields.`)
  for (const [name, schema] of Object.entries(properties)) add(name, schema, required.includes(name))
  return fields
}

/** The components that these schemas name, and those that these name. */
export function componentsOf(document: Document, schemas: ReadonlyArray<Schema | undefined>): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (schema: Schema | undefined): void => {
    if (schema === undefined) return
    const name = componentOf(schema)
    if (name !== undefined && !found.has(name)) {
      found.add(name)
      visit(resolved(document, schema))
    }
    const { anyOf = [], oneOf = [], allOf = [], items, properties = {}, additionalProperties } = schema
    for (const one of [...anyOf, ...oneOf, ...allOf, ...Object.values(properties)]) visit(one)
    visit(items)
    if (typeof additionalProperties === "object") visit(additionalProperties)
  }
  for (const schema of schemas) visit(schema)
  return found
}

const componentPrefix = "#/components/schemas/"

/** The component that a schema refers to. */
export const componentOf = ({ $ref }: Schema): string | undefined => {
  if ($ref === undefined) return undefined
  if (!$ref.startsWith(componentPrefix)) throw new Error(`${$ref} is no schema of the components.`)
  return $ref.slice(componentPrefix.length)
}
