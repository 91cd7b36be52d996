/** JSON that opens and closes. What is closed is not drawn. */
import { useState } from "react"
import { useText } from "../../text/Text.tsx"
import styles from "./Playground.module.css"

interface NodeProps {
  readonly name: string | undefined
  readonly value: unknown
  readonly isOpen: boolean
}

const Name = ({ name }: { readonly name: string | undefined }) =>
  name === undefined ? null : <span className={styles["key"]}>{name}: </span>

const Branch = ({ name, value, isOpen }: NodeProps & { readonly value: object }) => {
  const t = useText()
  const [open, setOpen] = useState(isOpen)
  const entries = Object.entries(value)
  const size = Array.isArray(value)
    ? t("playground.items", { n: entries.length })
    : t("playground.fields", { n: entries.length })
  return (
    <details open={open} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Name name={name} />
        <span className={styles["size"]}>{size}</span>
      </summary>
      {open && (
        <ul>
          {entries.map(([key, item]) => (
            <li key={key}>
              <Node name={key} value={item} isOpen={false} />
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

const Node = ({ name, value, isOpen }: NodeProps) =>
  typeof value === "object" && value !== null ? (
    <Branch name={name} value={value} isOpen={isOpen} />
  ) : (
    <span className={styles["leaf"]}>
      <Name name={name} />
      {typeof value === "string" ? value : <code>{JSON.stringify(value)}</code>}
    </span>
  )

export const JsonTree = ({ value }: { readonly value: unknown }) => (
  <div className={styles["tree"]} translate="no">
    <Node name={undefined} value={value} isOpen />
  </div>
)
