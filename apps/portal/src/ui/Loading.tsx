/** Nothing for 150 ms, then lines of the size of what will stand there, so that nothing moves. */
import { useText } from "../text/Text.tsx"
import styles from "./Loading.module.css"

const widths = ["92%", "78%", "86%", "64%"] as const

export const Loading = ({ lines = 3 }: { readonly lines?: number }) => {
  const t = useText()
  return (
    <div role="status" className={styles["loading"]}>
      <span className="unseen">{t("ui.loading")}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles["line"]} style={{ inlineSize: widths[line % widths.length] }} />
      ))}
    </div>
  )
}
