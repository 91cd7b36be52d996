/**
 * Reads the final response to one request from what a connection brings, cut anywhere. It takes what HTTP/1.1 tells a user
 * agent to take (1xx first, folded fields, bare LF), and more: only the status line must be HTTP. What is wrong
 * after it ends the response there, and such a connection is not used again, so no byte of one answer becomes another's. Pure.
 */

/** `whole`: there is nothing more to read. `garbage`: it does not begin as HTTP/1.1 does. */
export type Reading = "more" | "whole" | "garbage"

/** Takes a part of the body. False when it wants no more. */
export type TakeBody = (part: Uint8Array) => boolean

type State = "status" | "fields" | "body" | "chunk size" | "chunk end" | "trailers"

const newline = 0x0a
/** Of each head, each line about a chunk, and the trailers. */
const maxLineBytes = 8 * 1_024
/** Of all of these together, so that a flood of 1xx or of tiny chunks ends long before the deadline of its request. */
const maxAllLineBytes = 128 * 1_024

const statusLine = /^HTTP\/1\.(\d)[ \t]+([1-9]\d\d)(?:[ \t]|$)/
const fieldName = /^[\w!#$%&'*+.^`|~-]+$/
const chunkSize = /^([\da-f]{1,12})[ \t]*(?:;|$)/i

export class ResponseReader {
  /** Of the final response, once its status line is read. */
  statusCode: number | null = null
  /** By lower-case name; values of the same name are joined with commas. */
  readonly headers = new Map<string, string>()
  /** Whether the next request can use the connection. */
  isReusable = false

  readonly #takeBody: TakeBody
  #state: State = "status"
  #line = Buffer.alloc(0)
  #lineBytesLeft = maxLineBytes
  #allLineBytesLeft = maxAllLineBytes
  #bodyBytesLeft = 0
  #field: string | null = null
  /** Whether the connection stays open, as far as is known, and it is certain where the response ends. */
  #isSound = true

  constructor(takeBody: TakeBody) {
    this.#takeBody = takeBody
  }

  read(bytes: Buffer): Reading {
    let at = 0
    let reading: Reading = "more"
    while (at < bytes.length && reading === "more") {
      if (this.#state === "body") {
        const part = bytes.subarray(at, Math.min(bytes.length, at + this.#bodyBytesLeft))
        at += part.length
        reading = this.#onBody(part)
      } else {
        const end = bytes.indexOf(newline, at)
        const part = bytes.subarray(at, end === -1 ? bytes.length : end)
        at += part.length + 1
        this.#lineBytesLeft -= part.length + 1
        this.#allLineBytesLeft -= part.length + 1
        if (Math.min(this.#lineBytesLeft, this.#allLineBytesLeft) < 0) reading = this.#broken()
        else if (end === -1) this.#line = Buffer.concat([this.#line, part])
        else reading = this.#onLine(part)
      }
    }
    if (reading === "whole") this.isReusable = this.#isSound && at >= bytes.length
    return reading
  }

  #onBody(part: Buffer): Reading {
    this.#bodyBytesLeft -= part.length
    if (!this.#takeBody(part)) return this.#broken()
    if (this.#bodyBytesLeft > 0) return "more"
    if (!this.#isChunked) return "whole"
    return this.#go("chunk end")
  }

  #onLine(end: Buffer): Reading {
    const bytes = this.#line.length === 0 ? end : Buffer.concat([this.#line, end])
    this.#line = Buffer.alloc(0)
    // The fields of a 1xx mean nothing to us.
    if (this.#state === "fields" && this.statusCode === null && bytes.length > 1) return "more"
    const text = bytes.toString(this.#state === "fields" ? "utf8" : "latin1")
    const line = text.endsWith("\r") ? text.slice(0, -1) : text
    switch (this.#state) {
      case "status":
        return this.#onStatus(line)
      case "fields":
        return line === "" ? this.#onEndOfHead() : this.#onField(line)
      case "chunk size":
        return this.#onChunkSize(line)
      case "chunk end":
        return line === "" ? this.#go("chunk size") : this.#broken()
      default:
        return line === "" ? "whole" : "more"
    }
  }

  #onStatus(line: string): Reading {
    // A stray line end after a request or a response.
    if (line === "") return "more"
    const [, minor, code] = statusLine.exec(line) ?? []
    if (minor === undefined || code === undefined) return "garbage"
    this.#isSound = minor !== "0"
    if (!code.startsWith("1")) this.statusCode = Number(code)
    this.#state = "fields"
    return "more"
  }

  #onField(line: string): Reading {
    if (this.statusCode === null) return "more"
    if (line.startsWith(" ") || line.startsWith("\t")) {
      // RFC 9112, 5.2: a folded line continues the field before it.
      if (this.#field === null) this.#isSound = false
      else this.headers.set(this.#field, `${this.headers.get(this.#field)} ${line.trim()}`)
      return "more"
    }
    const colon = line.indexOf(":")
    const name = line.slice(0, Math.max(0, colon)).trimEnd().toLowerCase()
    this.#field = fieldName.test(name) ? name : null
    if (this.#field === null) this.#isSound = false
    else {
      const before = this.headers.get(name)
      const value = line.slice(colon + 1).trim()
      this.headers.set(name, before === undefined ? value : `${before}, ${value}`)
    }
    return "more"
  }

  /** RFC 9112, 6.3. */
  #onEndOfHead(): Reading {
    if (this.statusCode === null) return this.#go("status")
    const coding = this.headers.get("transfer-encoding")
    const lengths = new Set(
      this.headers
        .get("content-length")
        ?.split(",")
        .map((length) => length.trim())
    )
    const [length] = lengths
    if (/(?:^|,)\s*close\s*(?:,|$)/i.test(this.headers.get("connection") ?? "")) this.#isSound = false
    if (coding !== undefined && length !== undefined) this.#isSound = false
    if (this.statusCode === 204 || this.statusCode === 304) {
      // It has no body; one that announces a body may send it all the same.
      if (coding !== undefined || (length ?? "0") !== "0") this.#isSound = false
      return "whole"
    }
    if (this.#isChunked) return this.#go("chunk size")
    const isKnown = coding === undefined && lengths.size === 1 && /^\d{1,15}$/.test(length ?? "")
    this.#bodyBytesLeft = isKnown ? Number(length) : Infinity
    return this.#bodyBytesLeft === 0 ? "whole" : this.#go("body")
  }

  #onChunkSize(line: string): Reading {
    const size = chunkSize.exec(line)?.[1]
    if (size === undefined) return this.#broken()
    this.#bodyBytesLeft = Number.parseInt(size, 16)
    return this.#go(this.#bodyBytesLeft === 0 ? "trailers" : "body")
  }

  get #isChunked(): boolean {
    return /(?:^|,)\s*chunked$/i.test(this.headers.get("transfer-encoding") ?? "")
  }

  #go(state: State): Reading {
    this.#state = state
    this.#lineBytesLeft = maxLineBytes
    return "more"
  }

  /** What has been read of the response is all there will be. */
  #broken(): Reading {
    this.#isSound = false
    return this.statusCode === null ? "garbage" : "whole"
  }
}
