import fc from "fast-check"
import { expect, it } from "vitest"
import { EventStreamParser, type StreamMessage } from "../src/listen/EventStreamParser.ts"

const parse = (chunks: ReadonlyArray<Uint8Array>): ReadonlyArray<StreamMessage> => {
  const parser = new EventStreamParser()
  return chunks.flatMap((chunk) => parser.push(chunk))
}

const bytes = (text: string) => new TextEncoder().encode(text)

const lineText = fc
  .string({ unit: "grapheme", maxLength: 12 })
  .map((text) => text.replaceAll(/[\r\n]/g, "").replaceAll("\u0000", ""))
const message = fc.record({
  id: fc.option(lineText.map((text) => `evt_${text}`)),
  event: fc.option(fc.constantFrom("delivery", "end")),
  data: fc.array(lineText, { minLength: 1, maxLength: 3 }),
  comment: fc.option(lineText),
  lineEnd: fc.constantFrom("\n", "\r\n", "\r")
})

it("gives the same messages however the bytes are cut", () => {
  fc.assert(
    fc.property(fc.array(message, { maxLength: 6 }), fc.array(fc.nat(60), { maxLength: 30 }), (messages, cuts) => {
      let id: string | null = null
      const expected = messages.map((one) => {
        id = one.id ?? id
        return { id, event: one.event ?? "message", data: one.data.join("\n") }
      })
      const text = messages
        .map(({ id, event, data, comment, lineEnd }) =>
          [
            ...(comment === null ? [] : [`: ${comment}`]),
            ...(id === null ? [] : [`id: ${id}`]),
            ...(event === null ? [] : [`event: ${event}`]),
            ...data.map((line) => `data: ${line}`),
            "",
            ""
          ].join(lineEnd)
        )
        .join("")
      const whole = bytes(`${text}: the end\n`)
      const chunks: Array<Uint8Array> = []
      let at = 0
      for (const size of cuts) chunks.push(whole.subarray(at, (at += size)))
      chunks.push(whole.subarray(at))
      expect(parse(chunks)).toEqual(expected)
    })
  )
})

it("knows the details of the standard", () => {
  expect(
    parse([bytes("data\n\ndata:x\ndata:\n\n: comment\nretry: 10\n\nid: 1\n\ndata:  two\nunknown: x\n\n")])
  ).toEqual([
    { id: null, event: "message", data: "" },
    { id: null, event: "message", data: "x\n" },
    { id: "1", event: "message", data: " two" }
  ])
})

it("refuses a message without an end", () => {
  const parser = new EventStreamParser()
  const line = bytes(`data: ${"x".repeat(1_000_000)}\n`)
  expect(() => {
    for (let count = 0; count < 5; count += 1) parser.push(line)
  }).toThrow("too long")
})
