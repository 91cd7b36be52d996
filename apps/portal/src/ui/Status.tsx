/** The state of something: an icon and a word. */
import { CircleAlert, CircleCheck, CircleDashed, Info, TriangleAlert } from "lucide-react"
import type { ReactNode } from "react"
import { classes } from "./Classes.ts"
import styles from "./Status.module.css"

export type Tone = "ok" | "warn" | "danger" | "info" | "muted"

const icons = { ok: CircleCheck, warn: TriangleAlert, danger: CircleAlert, info: Info, muted: CircleDashed } as const

export const ToneIcon = ({ tone }: { readonly tone: Tone }) => {
  const Shape = icons[tone]
  return <Shape size={16} aria-hidden focusable={false} />
}

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
