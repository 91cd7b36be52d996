/** The parameters of a call, short; all of them on request. */
import styles from "./Parameters.module.css"

const short = 60

const written = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

export const Parameters = ({ parameters }: { readonly parameters: Readonly<Record<string, unknown>> }) => {
  const text = Object.entries(parameters)
    .map(([name, value]) => `${name}=${written(value)}`)
    .join(" ")
  if (text === "") return <>–</>
  if (text.length <= short) return <code className={styles["text"]}>{text}</code>
  return (
    <details className={styles["more"]}>
      <summary>
        <code className={styles["text"]}>{text.slice(0, short)}…</code>
      </summary>
      <code className={styles["text"]}>{text}</code>
    </details>
  )
}
