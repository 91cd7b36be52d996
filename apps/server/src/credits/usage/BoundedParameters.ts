/**
 * The parameters of a call as the usage history keeps them. Long ones are cut, and say so: a text ends with `…`, a list
 * with how many items are left out.
 */
import { cutToBytes } from "../../runtime/CutText.ts"

type Parameters = Readonly<Record<string, unknown>>

/** Enough for 50 account names or ten keywords of usual length. */
export const maxParameterBytes = 1_024
/** Room for the mark of a cut. */
const markBytes = 24

const sizeOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value) ?? "").length

const cutText = (text: string, maxBytes: number): string => {
  let budget = maxBytes
  let cut = cutToBytes(text, budget)
  // Escapes make the JSON longer than the text.
  while (budget > 0 && sizeOf(cut) > maxBytes) {
    budget = Math.floor(budget / 2)
    cut = cutToBytes(text, budget)
  }
  return `${cut}…`
}

const cutList = (items: ReadonlyArray<unknown>, maxBytes: number): ReadonlyArray<unknown> => {
  const kept: Array<unknown> = []
  let left = maxBytes
  for (const item of items) {
    left -= sizeOf(item) + 1
    if (left < 0) break
    kept.push(item)
  }
  return [...kept, `… ${items.length - kept.length} more`]
}

const cut = (value: unknown, maxBytes: number): unknown => {
  if (sizeOf(value) <= maxBytes + markBytes) return value
  if (Array.isArray(value)) return cutList(value, maxBytes)
  return cutText(typeof value === "string" ? value : (JSON.stringify(value) ?? ""), maxBytes)
}

/** Unchanged if they are short enough; otherwise each parameter gets an equal share. */
export const boundedParameters = (parameters: Parameters): Parameters => {
  if (sizeOf(parameters) <= maxParameterBytes) return parameters
  const entries = Object.entries(parameters)
  const names = entries.reduce((sum, [name]) => sum + sizeOf(name) + 2, 2)
  const share = Math.max(0, Math.floor((maxParameterBytes - names) / entries.length) - markBytes - 4)
  return Object.fromEntries(entries.map(([name, value]) => [name, cut(value, share)]))
}
