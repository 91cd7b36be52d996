/** What a server answers to bytes. */
import { answersIn, type RawAnswer } from "../support/HttpAnswers.ts"
import { open } from "./Sockets.ts"

export interface RawExchange {
  readonly answers: ReadonlyArray<RawAnswer>
  /** What is neither an answer nor the beginning of one. */
  readonly rest: string
  readonly isClosed: boolean
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
      resolve({ ...answersIn(text, { isHead }), isClosed })
    }
    const timer = setTimeout(() => end(false), waitMillis)
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1")
      if (isDone(answersIn(text, { isHead }).answers)) end(false)
    })
    socket.on("end", () => end(true))
    socket.on("close", () => end(true))
    socket.resume()
  })
}
