/** What a server answers to bytes, read as strictly as a proxy would. */
import { open } from "./Sockets.ts"

export interface RawAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
}

export interface RawExchange {
  readonly answers: ReadonlyArray<RawAnswer>
  /** What is neither an answer nor the beginning of one. */
  readonly rest: string
  readonly isClosed: boolean
}

const head = /^HTTP\/1\.1 (\d{3}) [^\r\n]*\r\n((?:[!#$%&'*+.^_`|~\w-]+:[^\r\n]*\r\n)*)\r\n/

const headersIn = (lines: string) =>
  new Map(
    lines
      .split("\r\n")
      .filter((line) => line !== "")
      .map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()])
  )

/** The length of a chunked body; undefined while some of it is missing. */
const chunkedLength = (text: string): number | undefined => {
  let at = 0
  for (;;) {
    const [line, size = ""] = /^([0-9a-f]+)\r\n/i.exec(text.slice(at)) ?? []
    if (line === undefined) return undefined
    const end = at + line.length + Number.parseInt(size, 16) + 2
    if (text.length < end) return undefined
    if (Number.parseInt(size, 16) === 0) return end
    at = end
  }
}

const bodyLength = (answer: RawAnswer, text: string, isHead: boolean): number | undefined => {
  const { status, headers } = answer
  if (isHead || status < 200 || status === 204 || status === 304) return 0
  if (headers.get("transfer-encoding") === "chunked") return chunkedLength(text)
  const length = Number(headers.get("content-length") ?? Number.NaN)
  return text.length < length || Number.isNaN(length) ? undefined : length
}

const parse = (
  text: string,
  isHead: boolean
): { readonly answers: ReadonlyArray<RawAnswer>; readonly rest: string } => {
  const answers: Array<RawAnswer> = []
  let rest = text
  for (;;) {
    const [whole, status, lines = ""] = head.exec(rest) ?? []
    if (whole === undefined) return { answers, rest }
    const answer = { status: Number(status), headers: headersIn(lines) }
    const length = bodyLength(answer, rest.slice(whole.length), isHead && answers.length === 0)
    if (length === undefined) return { answers, rest }
    answers.push(answer)
    rest = rest.slice(whole.length + length)
  }
}

export interface RawQuestion {
  readonly url: string
  readonly bytes: string
  readonly isHead?: boolean
  /** Ends the wait for more. */
  readonly isDone: (answers: ReadonlyArray<RawAnswer>) => boolean
  readonly waitMillis: number
}

/** Sends the bytes on a connection of its own, and reads until the server closes it or there is nothing to wait for. */
export const exchangeRaw = async ({
  url,
  bytes,
  isHead = false,
  isDone,
  waitMillis
}: RawQuestion): Promise<RawExchange> => {
  const socket = await open({ url, bytes })
  return new Promise((resolve) => {
    let text = ""
    const end = (isClosed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ ...parse(text, isHead), isClosed })
    }
    const timer = setTimeout(() => end(false), waitMillis)
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1")
      if (isDone(parse(text, isHead).answers)) end(false)
    })
    socket.on("end", () => end(true))
    socket.on("close", () => end(true))
    socket.resume()
  })
}
