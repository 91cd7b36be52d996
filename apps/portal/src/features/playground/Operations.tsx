/** All operations by family, with their prices. */
import type { PlaygroundOperation } from "@heddle/api/portal"
import { Link } from "wouter"
import { useText } from "../../text/Text.tsx"
import { Section } from "../../ui/Page.tsx"
import { playgroundPath } from "./CallValues.ts"
import { familyTitle } from "./Families.ts"
import { Marked } from "./Marked.tsx"
import styles from "./Playground.module.css"

export const Operations = ({ operations }: { readonly operations: ReadonlyArray<PlaygroundOperation> }) => {
  const t = useText()
  const families = [...Map.groupBy(operations, ({ family }) => family)]
  return (
    <>
      <p>{t("playground.text")}</p>
      {families.map(([family, members]) => (
        <Section key={family} title={familyTitle(t, family)}>
          <ul className={styles["operations"]} lang="en">
            {members.map(({ name, summary, price }) => (
              <li key={name}>
                <Link href={playgroundPath(name)}>{summary}</Link>
                <span>
                  <Marked text={price} />
                </span>
              </li>
            ))}
          </ul>
        </Section>
      ))}
    </>
  )
}
