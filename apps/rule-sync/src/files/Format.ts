/** The usual form of a rule file: field names in camel case and in one order, the same indentation; comments stay. */
import { Result } from "effect"
import { isAlias, isMap, isPair, isScalar, isSeq, type Node, parseDocument, type YAMLMap } from "yaml"
import type { Desired } from "../plan/Desired.ts"
import type { InvalidFile } from "../plan/Problem.ts"
import { ruleKey, urlKey } from "../plan/RuleContent.ts"
import type { Variables } from "./Interpolation.ts"
import { readRuleFile } from "./RuleFile.ts"
import { fieldOrder } from "./Shape.ts"

const keyOf = (pair: unknown) => (isPair(pair) && isScalar(pair.key) ? pair.key : undefined)

const inCamelCase = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

const rankOf = (pair: unknown): number => {
  const rank = fieldOrder.indexOf(String(keyOf(pair)?.value))
  return rank === -1 ? fieldOrder.length : rank
}

const arrange = (map: YAMLMap, mayMove: boolean): void => {
  for (const pair of map.items) {
    const key = keyOf(pair)
    if (key !== undefined) key.value = inCamelCase(String(key.value))
  }
  if (!mayMove) return
  const first = keyOf(map.items[0])
  map.items.sort((left, right) => rankOf(left) - rankOf(right))
  const head = keyOf(map.items[0])
  if (first === undefined || head === undefined || first === head) return
  // What stands before the first field belongs to the whole.
  const comments = [first.commentBefore, head.commentBefore].filter((comment) => comment)
  first.commentBefore = null
  if (comments.length > 0) head.commentBefore = comments.join("\n")
  const blank = first.spaceBefore
  first.spaceBefore = head.spaceBefore ?? false
  head.spaceBefore = blank ?? false
}

const nodesIn = (node: Node | null): ReadonlyArray<unknown> => {
  const found: Array<unknown> = [node]
  for (const each of found) {
    if (isSeq(each)) found.push(...each.items)
    if (isMap(each)) for (const { value } of each.items) found.push(value)
  }
  return found
}

const meaning = ({ endpoints }: Desired): string =>
  JSON.stringify(
    endpoints.map(({ url, rules }) => [
      urlKey(url),
      rules.map(({ name, content, handover, sendExisting }) => [name, handover, sendExisting, ruleKey(content)])
    ])
  )

const format = (file: string, text: string): string => {
  const document = parseDocument(text, { schema: "core", stringKeys: true })
  const nodes = nodesIn(document.contents)
  // An alias must stand behind its anchor.
  const mayMove = !nodes.some(isAlias)
  for (const node of nodes) if (isMap(node)) arrange(node, mayMove)
  return file.endsWith(".json")
    ? `${JSON.stringify(document.toJS({ maxAliasCount: -1 }), null, 2)}\n`
    : document.toString({ lineWidth: 0 })
}

/** The text in the usual form, with the same meaning; the same text when that is not certain. */
export const formatted = (file: string, text: string, variables: Variables): Result.Result<string, InvalidFile> =>
  Result.map(readRuleFile(file, text, variables), (before) => {
    const after = format(file, text)
    const read = readRuleFile(file, after, variables)
    return Result.isSuccess(read) && meaning(read.success) === meaning(before) ? after : text
  })
