/** What would stand here, and the one thing to do about it. */
import type { ReactNode } from "react"
import styles from "./Empty.module.css"

export interface EmptyProps {
  readonly children: ReactNode
  readonly action?: ReactNode
}

export const Empty = ({ children, action }: EmptyProps) => (
  <div className={styles["empty"]}>
    <p>{children}</p>
    {action}
  </div>
)
