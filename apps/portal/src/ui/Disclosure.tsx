/** The filters of a list. Under 640 px they wait behind a button, so that the list is not a screen away. */
import { SlidersHorizontal } from "lucide-react"
import { type ReactNode, useId, useState } from "react"
import { useText } from "../text/Text.tsx"
import { Button } from "./Button.tsx"
import { classes } from "./Classes.ts"
import styles from "./Disclosure.module.css"

export interface DisclosureProps {
  /** How many filters are set: the button says so. */
  readonly set: number
  readonly children: ReactNode
}

export const Disclosure = ({ set, children }: DisclosureProps) => {
  const t = useText()
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <div className={styles["fold"]}>
      <Button
        className={styles["toggle"] ?? ""}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen((before) => !before)}
      >
        <SlidersHorizontal aria-hidden />
        {t("ui.filters", { n: set })}
      </Button>
      <div id={id} className={classes(styles["content"], !open && styles["closed"])}>
        {children}
      </div>
    </div>
  )
}
