/** Any operation, run from here: what would it return, and what would it cost? */
import { Link, useParams } from "wouter"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { useText } from "../../text/Text.tsx"
import { LinkButton } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Page } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { OperationPage } from "./OperationPage.tsx"
import { operationWords } from "./OperationWords.ts"
import { Operations } from "./Operations.tsx"

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
