/** One message of a stream of server-sent events (the `text/event-stream` of the HTML standard). */
export interface StreamMessage {
  readonly id: string | null
  readonly event: string
  readonly data: string
}

/** Larger than any message of Heddle. */
const maxMessageCharacters = 4 * 1024 * 1024

/** Text may come in any pieces. Lines end with CR, LF or both; a blank line ends a message. */
export class EventStreamParser {
  readonly #decoder = new TextDecoder()
  #rest = ""
  #data: Array<string> = []
  #size = 0
  #event = ""
  #id: string | null = null

  push(chunk: Uint8Array): ReadonlyArray<StreamMessage> {
    this.#rest += this.#decoder.decode(chunk, { stream: true })
    // A CR at the very end may be the first half of a line end.
    const lines = this.#rest.split(/\r\n|\n|\r(?!$)/)
    this.#rest = lines.pop() ?? ""
    const messages = lines.flatMap((line) => this.#line(line) ?? [])
    if (this.#rest.length + this.#size > maxMessageCharacters) throw new Error("a message of the stream is too long")
    return messages
  }

  #line(line: string): StreamMessage | null {
    if (line === "") return this.#end()
    const [, field = "", value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
    if (field === "data") {
      this.#data.push(value)
      this.#size += value.length
    } else if (field === "event") this.#event = value
    else if (field === "id" && !value.includes("\u0000")) this.#id = value
    return null
  }

  #end(): StreamMessage | null {
    const message = { id: this.#id, event: this.#event === "" ? "message" : this.#event, data: this.#data.join("\n") }
    const isEmpty = this.#data.length === 0
    this.#data = []
    this.#size = 0
    this.#event = ""
    return isEmpty ? null : message
  }
}
