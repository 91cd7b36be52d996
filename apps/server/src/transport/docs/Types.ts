/** A page for each record that answers and events have. */
import { type Document, operationsOf, type Schema } from "@heddle/api/document"
import { referencePath } from "@heddle/api/snippets"
import type { DocPage } from "./DocPage.ts"
import { plainText } from "./Markdown.ts"
import { fieldList, fieldsOf } from "./Reference.ts"
import { typePath } from "./TypeWords.ts"

const namesIn = (schema: unknown): ReadonlyArray<string> =>
  Array.from(JSON.stringify(schema ?? null).matchAll(/"#\/components\/schemas\/(\w+)"/g), ([, name = ""]) => name)

/** The records themselves, and those within them. */
const reachable = (schemas: Readonly<Record<string, Schema>>, from: ReadonlyArray<string>): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    namesIn(schemas[name]).forEach(visit)
  }
  from.forEach(visit)
  return found
}

/** What a webhook sends, of which no operation is the answer. */
const eventName = "Event"

export const typePages = (document: Document): ReadonlyArray<DocPage> => {
  const { schemas } = document.components
  const operations = operationsOf(document)
  const names = reachable(schemas, [eventName, ...operations.flatMap(({ answer }) => namesIn(answer))])
  return [...names].toSorted().map((name) => {
    const schema = schemas[name] ?? {}
    const users = operations.filter(({ answer }) => namesIn(answer).includes(name))
    const links = users.map((operation) => `[${operation.summary}](${referencePath(operation.name)})`)
    const within = [...names].filter((other) => namesIn(schemas[other]).includes(name))
    const uses = [...links, ...within.map((other) => `[${other}](${typePath(other)})`)]
    const description = name === eventName ? "The body of a [webhook](/docs/webhooks#payload)." : schema.description
    return {
      path: typePath(name),
      section: "Types",
      title: name,
      about: plainText(description ?? `The fields of ${name}.`),
      markdown: [
        `# ${name}`,
        ...(description === undefined ? [] : [description]),
        fieldList(fieldsOf(schema)),
        ...(uses.length === 0 ? [] : [`Part of ${uses.join(", ")}`])
      ].join("\n\n")
    }
  })
}
