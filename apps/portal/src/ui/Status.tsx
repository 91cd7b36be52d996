/** The state of something: an icon and a word. */
import type { ReactNode } from "react"
import { classes } from "./Classes.ts"
import { type Tone, ToneIcon } from "./Icon.tsx"
import styles from "./Status.module.css"

export interface StatusProps {
  readonly tone: Tone
  readonly children: ReactNode
}

export const Status = ({ tone, children }: StatusProps) => (
  <span className={classes(styles["status"], styles[tone])}>
    <ToneIcon tone={tone} />
    {children}
  </span>
)

/** A paragraph that stands out. */
export const Note = ({ tone, children }: StatusProps) => (
  <div className={classes(styles["note"], styles[tone])}>
    <ToneIcon tone={tone} />
    <div className={styles["body"]}>{children}</div>
  </div>
)
