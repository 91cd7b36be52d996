/** Parses YAML 1.2 (core schema) and keeps the position of every value. */
import { isAlias, isMap, isPair, isScalar, isSeq, LineCounter, parseDocument, type Document, type Node } from "yaml"
import type { Position, Problem } from "../plan/Problem.ts"

/** Protects against alias expansion ("billion laughs"). */
const maxAliasCount = 100

export type Path = ReadonlyArray<PropertyKey>

export interface YamlText {
  readonly problems: ReadonlyArray<Problem>
  readonly value: unknown
  /** Position of the value at a path, or of its closest existing ancestor. */
  readonly at: (path: Path) => Position
  /** Position of the last field name of a path. */
  readonly atKey: (path: Path) => Position
}

const solutions: Partial<Record<string, string>> = {
  DUPLICATE_KEY: "the same field twice; keep one of them",
  MULTIPLE_DOCS: "a second document begins here; keep one document in the file",
  TAB_AS_INDENT: "a tab as indentation; use spaces",
  NON_STRING_KEY: "a field name must be plain text; put it in quotes"
}

const resolved = (node: unknown, document: Document.Parsed): unknown => (isAlias(node) ? node.resolve(document) : node)

interface Step {
  readonly key: unknown
  readonly value: unknown
}

const child = (node: unknown, name: PropertyKey): Step | undefined => {
  if (isSeq(node) && typeof name === "number") {
    const value = node.items[name]
    return value === undefined ? undefined : { key: value, value }
  }
  if (!isMap(node)) return undefined
  for (const pair of node.items) {
    if (isPair(pair) && isScalar(pair.key) && pair.key.value === name) return { key: pair.key, value: pair.value }
  }
  return undefined
}

const offsetOf = (node: unknown): number | undefined => {
  if (!isScalar(node) && !isMap(node) && !isSeq(node) && !isAlias(node)) return undefined
  const range: Node["range"] = node.range
  return range?.[0]
}

const walk = (document: Document.Parsed, path: Path) => {
  let found: { readonly key: number; readonly value: number } = { key: 0, value: offsetOf(document.contents) ?? 0 }
  let node: unknown = document.contents
  for (const name of path) {
    const step = child(resolved(node, document), name)
    if (step === undefined) break
    const key = offsetOf(step.key) ?? found.value
    found = { key, value: offsetOf(step.value) ?? key }
    node = step.value
  }
  return found
}

export const parseYaml = (file: string, text: string): YamlText => {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, schema: "core", stringKeys: true })
  const position = (offset: number): Position => {
    const { line, col } = lines.linePos(offset)
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const all = [...document.errors, ...document.warnings]
  // Tabs are the cause of whatever else is wrong with the indentation.
  const tabs = all.filter(({ code }) => code === "TAB_AS_INDENT")
  const found = tabs.length > 0 ? tabs : all
  // A wrong indentation makes several errors, of which the first says most.
  const malformed = found.find(({ code }) => solutions[code] === undefined)
  const problems = found
    .filter((error) => solutions[error.code] !== undefined || error === malformed)
    .map((error) => ({
      position: position(error.pos[0]),
      message: solutions[error.code] ?? `${error.message}; check the indentation and the quotes up to here`
    }))
  let value: unknown
  if (problems.length === 0) {
    try {
      value = document.toJS({ maxAliasCount })
    } catch {
      problems.push({ position: position(0), message: `too many aliases (${maxAliasCount}); write the values out` })
    }
  }
  return {
    problems,
    value,
    at: (path) => position(walk(document, path).value),
    atKey: (path) => position(walk(document, path).key)
  }
}
