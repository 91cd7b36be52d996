/** Reads what a server sent as strictly as a proxy would. */
export interface RawAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

const head = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[!#$%&'*+.^_`|~\w-]+:[^\r\n]*\r\n)*)\r\n/

const headersIn = (lines: string) =>
  new Map(
    lines
      .split("\r\n")
      .filter((line) => line !== "")
      .map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()])
  )

interface Body {
  readonly body: string
  /** Of the body as it was sent. */
  readonly length: number
}

const plain = (body: string): Body => ({ body, length: body.length })

/** Undefined while some of it is missing. */
const chunkedBody = (text: string): Body | undefined => {
  let body = ""
  for (let at = 0; ;) {
    const [line, size = ""] = /^([0-9a-f]+)\r\n/i.exec(text.slice(at)) ?? []
    if (line === undefined) return undefined
    const [start, bytes] = [at + line.length, Number.parseInt(size, 16)]
    at = start + bytes + 2
    if (text.length < at) return undefined
    if (bytes === 0) return { body, length: at }
    body += text.slice(start, start + bytes)
  }
}

const bodyOf = (
  { status, headers }: Omit<RawAnswer, "body">,
  text: string,
  isHead: boolean,
  isEnded: boolean
): Body | undefined => {
  if (isHead || status < 200 || status === 204 || status === 304) return plain("")
  if (headers.get("transfer-encoding") === "chunked") return chunkedBody(text)
  const length = headers.get("content-length")
  if (length === undefined) return isEnded ? plain(text) : undefined
  return text.length < Number(length) ? undefined : plain(text.slice(0, Number(length)))
}

/** `rest` is what is no answer or not yet one; the end of a connection ends a body without a length. */
export const answersIn = (
  text: string,
  { isHead = false, isEnded = false }: { readonly isHead?: boolean; readonly isEnded?: boolean } = {}
): { readonly answers: ReadonlyArray<RawAnswer>; readonly rest: string } => {
  const answers: Array<RawAnswer> = []
  let rest = text
  for (;;) {
    const [whole, status, lines = ""] = head.exec(rest) ?? []
    if (whole === undefined) return { answers, rest }
    const answer = { status: Number(status), headers: headersIn(lines) }
    const found = bodyOf(answer, rest.slice(whole.length), isHead && answers.length === 0, isEnded)
    if (found === undefined) return { answers, rest }
    answers.push({ ...answer, body: found.body })
    rest = rest.slice(whole.length + found.length)
  }
}
