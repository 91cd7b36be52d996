/** Any operation, run from here: what would it return, and what would it cost? */
import { playgroundPath } from "@heddle/api/snippets"
import type { PlaygroundOperation } from "@heddle/api/portal"
import { Link, useParams } from "wouter"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { type Translate, useText } from "../../text/Text.tsx"
import { LinkButton } from "../../ui/Button.tsx"
import { InlineCode } from "../../ui/Code.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Page, Section } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { OperationPage } from "./OperationPage.tsx"
import { operationWords } from "./OperationWords.ts"
import styles from "./Playground.module.css"

const families = ["account", "posts", "authors", "live", "leaderboards", "statistics"] as const

/** A family of a newer server keeps its own name. */
const familyTitle = (t: Translate, family: string): string => {
  const known = families.find((name) => name === family)
  return known === undefined ? family : t(`playground.family.${known}`)
}

const Item = ({ operation }: { readonly operation: PlaygroundOperation }) => {
  const { title, price, lang } = operationWords(useText(), operation)
  return (
    <li lang={lang}>
      <Link href={playgroundPath(operation.name)}>{title}</Link>
      <span>
        <InlineCode text={price} />
      </span>
    </li>
  )
}

const Operations = ({ operations }: { readonly operations: ReadonlyArray<PlaygroundOperation> }) => {
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

const Playground = () => {
  const t = useText()
  const { operation: name } = useParams()
  const { data, error, refetch } = usePortalQuery("playground.ListOperations")
  const operation = data?.find((known) => known.name === name)
  if (data === undefined || name === undefined) {
    return (
      <Page title={t("nav.playground")}>
        <Problem error={error} retry={() => void refetch()} />
        {data === undefined ? error === null && <Loading lines={8} /> : <Operations operations={data} />}
      </Page>
    )
  }
  if (operation === undefined) {
    return (
      <Page title={t("nav.playground")}>
        <Empty action={<LinkButton href="/playground">{t("playground.all")}</LinkButton>}>
          {t("playground.unknown", { name })}
        </Empty>
      </Page>
    )
  }
  return (
    <Page
      key={operation.name}
      title={operationWords(t, operation).title}
      above={<Link href="/playground">← {t("playground.all")}</Link>}
    >
      <OperationPage operation={operation} />
    </Page>
  )
}

export default Playground
