/** Where a text stops being JSON. The engine's own error names no position for most faults, and repeats the text. Pure. */

const space = /[\t\n\r ]*/y
const scalar =
  /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy

type Expected = "value" | "first value" | "name" | "first name" | "colon" | "comma" | "end"

const texts: Readonly<Record<Expected, string>> = {
  value: "a value",
  "first value": "a value or `]`",
  name: "a name in double quotes",
  "first name": "a name in double quotes or `}`",
  colon: "`:`",
  comma: "`,` or the end of the list or object",
  end: "the end of the text"
}

const lengthAt = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0].length ?? 0
}

/** The offset of the first character that does not fit, and what would fit there. */
const faultOf = (text: string): { readonly at: number; readonly expected: Expected } => {
  const open: Array<"[" | "{"> = []
  let at = 0
  let expected: Expected = "value"
  const afterValue = (): Expected => (open.length === 0 ? "end" : "comma")
  while (true) {
    at += lengthAt(space, text, at)
    const character = text.charAt(at)
    const isValue: boolean = expected === "value" || expected === "first value"
    const isName: boolean = expected === "name" || expected === "first name"
    if (isValue && (character === "[" || character === "{")) {
      open.push(character)
      expected = character === "[" ? "first value" : "first name"
      at += 1
    } else if (
      (character === "]" && (expected === "first value" || (expected === "comma" && open.at(-1) === "["))) ||
      (character === "}" && (expected === "first name" || (expected === "comma" && open.at(-1) === "{")))
    ) {
      open.pop()
      expected = afterValue()
      at += 1
    } else if (expected === "comma" && character === ",") {
      expected = open.at(-1) === "[" ? "value" : "name"
      at += 1
    } else if (expected === "colon" && character === ":") {
      expected = "value"
      at += 1
    } else {
      const length = isValue || (isName && character === '"') ? lengthAt(scalar, text, at) : 0
      if (length === 0) return { at, expected }
      expected = isName ? "colon" : afterValue()
      at += length
    }
  }
}

/** A sentence about a text that is not JSON, with the line and column at which it stops being it. */
export const jsonFaultText = (text: string): string => {
  const { at, expected } = faultOf(text)
  const before = text.slice(0, at).split("\n")
  const column = (before.at(-1)?.length ?? 0) + 1
  return `the body is not JSON: line ${before.length}, column ${column} should have ${texts[expected]}`
}
