/** All operations by family, with their prices. */
import type { PlaygroundOperation } from "@heddle/api/portal"
import { Link } from "wouter"
import { useText } from "../../text/Text.tsx"
import { Section } from "../../ui/Page.tsx"
import { playgroundPath } from "./CallValues.ts"
import { familyTitle } from "./Families.ts"
import { Marked } from "./Marked.tsx"
import { operationWords } from "./OperationWords.ts"
import styles from "./Playground.module.css"

const Item = ({ operation }: { readonly operation: PlaygroundOperation }) => {
  const { title, price, lang } = operationWords(useText(), operation)
  return (
    <li lang={lang}>
      <Link href={playgroundPath(operation.name)}>{title}</Link>
      <span>
        <Marked text={price} />
      </span>
    </li>
  )
}

export const Operations = ({ operations }: { readonly operations: ReadonlyArray<PlaygroundOperation> }) => {
  const t = useText()
  const families = [...Map.groupBy(operations, ({ family }) => family)]
  return (
    <>
      <p>{t("playground.text")}</p>
      {families.map(([family, members]) => (
        <Section key={family} title={familyTitle(t, family)}>
          <ul className={styles["operations"]}>
            {members.map((operation) => (
              <Item key={operation.name} operation={operation} />
            ))}
          </ul>
        </Section>
      ))}
    </>
  )
}
