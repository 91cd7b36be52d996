/** Cuts bytes into lines, and remembers how many bytes belong to lines that are complete. */
import { Result } from "effect"
import { type Line, lineOf } from "../ingestion/Lines.ts"

const longestLine = 1_000_000
const lineBreak = 0x0a

export class LineSplitter {
  #rest: Buffer = Buffer.alloc(0)
  #isTooLong = false

  /** Bytes of the line that is not complete yet. */
  get pending(): number {
    return this.#rest.length
  }

  push(bytes: Buffer): ReadonlyArray<Line> {
    const lines: Array<Line> = []
    let from = 0
    for (let end = bytes.indexOf(lineBreak); end !== -1; end = bytes.indexOf(lineBreak, from)) {
      lines.push(this.#complete(bytes.subarray(from, end)))
      from = end + 1
    }
    this.#keep(bytes.subarray(from))
    return lines
  }

  /** The last line of a file that is no longer written to. */
  end(): ReadonlyArray<Line> {
    return this.#rest.length === 0 && !this.#isTooLong ? [] : [this.#complete(Buffer.alloc(0))]
  }

  #keep(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes])
    if (this.#rest.length <= longestLine) return
    this.#isTooLong = true
    this.#rest = Buffer.alloc(0)
  }

  #complete(bytes: Buffer): Line {
    const line = Buffer.concat([this.#rest, bytes])
    const isTooLong = this.#isTooLong || line.length > longestLine
    this.#rest = Buffer.alloc(0)
    this.#isTooLong = false
    return isTooLong ? Result.fail(`a line has more than ${longestLine} bytes`) : lineOf(line)
  }
}
