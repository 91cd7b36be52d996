/** What there is to know about a thing: names and values. */
import type { ReactNode } from "react"
import styles from "./Facts.module.css"

export interface FactsProps {
  readonly facts: ReadonlyArray<{ readonly name: string; readonly value: ReactNode }>
}

export const Facts = ({ facts }: FactsProps) => (
  <dl className={styles["facts"]}>
    {facts.map(({ name, value }) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
