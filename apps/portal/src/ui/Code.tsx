/**
 * Code to read and copy. Long lines scroll within; the keyboard reaches the block to scroll it. A group and no region, as a
 * page may have several blocks of one language, and regions need distinct names.
 */
import { useText } from "../text/Text.tsx"
import styles from "./Code.module.css"
import { CopyButton } from "./CopyButton.tsx"

export interface CodeProps {
  readonly text: string
  /** Its name for people: "curl", "JSON". */
  readonly language: string
  readonly copy?: boolean
}

export const Code = ({ text, language, copy = true }: CodeProps) => {
  const t = useText()
  return (
    <div className={styles["code"]}>
      <div className={styles["bar"]}>
        <span>{language}</span>
        {copy && <CopyButton text={text} />}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre tabIndex={0} role="group" aria-label={t("ui.code", { language })} lang="en" translate="no">
        <code>{text}</code>
      </pre>
    </div>
  )
}

/** A sentence of the contract: what stands between backticks is code. */
export const InlineCode = ({ text }: { readonly text: string }) =>
  text.split("`").map((part, index) =>
    // oxlint-disable-next-line react/no-array-index-key -- the parts of a constant text
    index % 2 === 0 ? part : <code key={index}>{part}</code>
  )
