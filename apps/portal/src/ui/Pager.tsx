/** To the page before and after. The addresses are links, so that a page can be shared. */
import { Link } from "wouter"
import { useText } from "../text/Text.tsx"
import styles from "./Pager.module.css"

export interface PagerProps {
  readonly previous?: string | undefined
  readonly next?: string | undefined
}

export const Pager = ({ previous, next }: PagerProps) => {
  const t = useText()
  if (previous === undefined && next === undefined) return null
  return (
    <nav aria-label={t("ui.pager.label")} className={styles["pager"]}>
      {previous !== undefined && (
        <Link href={previous} rel="prev">
          ← {t("ui.pager.previous")}
        </Link>
      )}
      {next !== undefined && (
        <Link href={next} rel="next" className={styles["next"]}>
          {t("ui.pager.next")} →
        </Link>
      )}
    </nav>
  )
}
