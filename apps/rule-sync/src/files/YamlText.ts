/** Parses YAML 1.2 (core schema) and keeps the position of every value. */
import { isAlias, isMap, isPair, isScalar, isSeq, LineCounter, parseDocument, type Document, type Node } from "yaml"
import type { Position, Problem } from "../plan/Problem.ts"

/** Values of a file, with all aliases written out. Protects against alias expansion ("billion laughs"). */
const maxValues = 12_000_000

export type Path = ReadonlyArray<PropertyKey>

export interface YamlText {
  readonly problems: ReadonlyArray<Problem>
  readonly value: unknown
  /** Position of the value at a path, or of its closest existing ancestor. */
  readonly at: (path: Path) => Position
  /** Position of the last field name of a path. */
  readonly atKey: (path: Path) => Position
  /** The value at a path as the file has it; undefined for lists, objects and what is not there. */
  readonly source: (path: Path) => string | undefined
  /** What stands after a field name instead of a value: a comment with its `#`, or nothing; undefined when there is a value. */
  readonly insteadOfValue: (path: Path) => string | undefined
  /** A plain value that a comment without a space after its `#` ends, and what it would be without the comment. */
  readonly cutByComment: (path: Path) => { readonly value: string; readonly whole: string } | undefined
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

const rangeOf = (node: unknown): Node["range"] =>
  isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range : undefined

const offsetOf = (node: unknown): number | undefined => rangeOf(node)?.[0]

const walk = (document: Document.Parsed, path: Path) => {
  let found = { key: 0, value: offsetOf(document.contents) ?? 0 }
  let node: unknown = document.contents
  for (const name of path) {
    const step = child(resolved(node, document), name)
    if (step === undefined) return { ...found, node: undefined }
    const key = offsetOf(step.key) ?? found.value
    found = { key, value: offsetOf(step.value) ?? key }
    node = step.value
  }
  return { ...found, node }
}

/** Where the file becomes too large when its aliases are written out; undefined when it does not. */
const tooLargeAt = (document: Document.Parsed): number | undefined => {
  const sizes = new Map<unknown, number>()
  /** As far as the walk has come, which goes in the order of the file. */
  const anchors = new Map<string, unknown>()
  let offset: number | undefined
  const sizeOf = (node: unknown): number => {
    const known = sizes.get(node)
    if (known !== undefined) return known
    // Stands until the size is known: an alias within its own anchor never ends.
    sizes.set(node, Infinity)
    if ((isScalar(node) || isMap(node) || isSeq(node)) && node.anchor !== undefined) anchors.set(node.anchor, node)
    const children = isMap(node)
      ? node.items.flatMap(({ key, value }): ReadonlyArray<unknown> => [key, value])
      : isSeq(node)
        ? node.items
        : isAlias(node)
          ? [anchors.get(node.source)]
          : []
    let size = 1
    for (const child of children) {
      size += sizeOf(child)
      if (size > maxValues) offset ??= offsetOf(isAlias(node) ? node : child)
    }
    sizes.set(node, size)
    return size
  }
  sizeOf(document.contents)
  return offset
}

const commentWithoutSpace = /[ \t]+#(?![ \t])[^\r\n]*/y

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
  const tooLarge = problems.length === 0 && text.includes("*") ? tooLargeAt(document) : undefined
  if (tooLarge !== undefined) {
    problems.push({
      position: position(tooLarge),
      message: `with this alias, the file has more than ${maxValues} values; write out what you need`
    })
  }
  return {
    problems,
    value: problems.length === 0 ? document.toJS({ maxAliasCount: -1 }) : undefined,
    at: (path) => position(walk(document, path).value),
    atKey: (path) => position(walk(document, path).key),
    source: (path) => {
      const node = resolved(walk(document, path).node, document)
      const range = rangeOf(node)
      return isScalar(node) && range ? text.slice(range[0], range[1]) : undefined
    },
    insteadOfValue: (path) => {
      const { key, node } = walk(document, path)
      if (!isScalar(node) || node.value !== null || node.source !== "") return undefined
      return /^[^\n]*?:[ \t]*(#[^\r\n]*)/.exec(text.slice(key))?.[1]?.trim() ?? ""
    },
    cutByComment: (path) => {
      const { node } = walk(document, path)
      const range = rangeOf(node)
      if (!isScalar(node) || node.type !== "PLAIN" || !range) return undefined
      commentWithoutSpace.lastIndex = range[1]
      const [comment] = commentWithoutSpace.exec(text) ?? []
      const value = text.slice(range[0], range[1])
      return comment === undefined ? undefined : { value, whole: `${value}${comment}`.trimEnd() }
    }
  }
}
