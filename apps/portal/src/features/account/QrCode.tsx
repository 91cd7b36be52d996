/** A QR code as one path of an SVG. Always dark on light, because cameras expect that. */
import { encode } from "uqr"
import styles from "./Account.module.css"

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

export const QrCode = ({ text, label }: { readonly text: string; readonly label: string }) => {
  const { size, path } = qrPath(text)
  return (
    <svg
      className={styles["qr"]}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} className={styles["qrLight"]} />
      <path d={path} className={styles["qrDark"]} />
    </svg>
  )
}
