/** A QR code as the path of an SVG. */
import { encode } from "uqr"

/** One move for each dark module, merged along rows. */
export const qrPath = (text: string): { readonly size: number; readonly path: string } => {
  const { size, data } = encode(text, { border: 4 })
  const runs = data.flatMap((row, y) => {
    const found: Array<string> = []
    for (let x = 0; x < row.length; x++) {
      if (row[x] !== true) continue
      const from = x
      while (row[x + 1] === true) x++
      found.push(`M${from} ${y}h${x - from + 1}v1H${from}z`)
    }
    return found
  })
  return { size, path: runs.join("") }
}
