/** Server-sent events, as the HTML standard reads them. */

export interface ServerSentEvent {
  /** The id of the event, for `last-event-id`; null if it has none. */
  readonly id: string | null
  readonly event: string
  readonly data: string
}

/** Lines, however the text is cut into chunks. What is left when the stream ends is not a whole line. */
async function* linesOf(body: ReadableStream<Uint8Array>, maxSilenceMillis: number): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ""
  let isSilent = false
  const giveUp = () => {
    isSilent = true
    reader.cancel().catch(() => {})
  }
  try {
    for (;;) {
      const timer = setTimeout(giveUp, maxSilenceMillis)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      // The server sends comments, so a connection that says nothing is lost, although nobody ended it.
      if (isSilent) throw new Error(`nothing arrived for ${maxSilenceMillis} ms`)
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

export async function* serverSentEvents(
  body: ReadableStream<Uint8Array>,
  maxSilenceMillis: number
): AsyncGenerator<ServerSentEvent> {
  let id: string | null = null
  let event = ""
  let data: Array<string> = []
  for await (const line of linesOf(body, maxSilenceMillis)) {
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
