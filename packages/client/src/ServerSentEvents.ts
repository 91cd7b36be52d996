/** Server-sent events, as the HTML standard reads them. */

export interface ServerSentEvent {
  /** The id of the event, for `last-event-id`; null if it has none. */
  readonly id: string | null
  readonly event: string
  readonly data: string
}

/** Lines, however the text is cut into chunks. What is left when the stream ends is not a whole line. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ""
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      // A line can end with CR LF, whose LF may be in the next chunk.
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ""
      yield* lines
    }
  } finally {
    // Whoever stops listening ends the stream; an error of a stream that broke off is thrown already.
    await reader.cancel().catch(() => {})
  }
}

export async function* serverSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  let id: string | null = null
  let event = ""
  let data: Array<string> = []
  for await (const line of linesOf(body)) {
    if (line === "") {
      if (data.length > 0) yield { id, event: event || "message", data: data.join("\n") }
      event = ""
      data = []
      continue
    }
    const [, field = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === "id") id = value
    else if (field === "event") event = value
    else if (field === "data") data.push(value)
  }
}
