/** A QR code as one path of an SVG. Always dark on light, because cameras expect that. */
import styles from "./Account.module.css"
import { qrPath } from "./QrPath.ts"

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
