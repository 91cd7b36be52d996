/** What is left, until when, and whether anything fails. */
import type { UsageBy } from "@heddle/api/portal/Usage"
import { useState } from "react"
import { SpendingChart } from "../../charts/SpendingChart.tsx"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { useSourceName } from "../../rpc/SourceNames.ts"
import { useText } from "../../text/Text.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Page } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { BalancePanel } from "./BalancePanel.tsx"
import { LiveFeed } from "./LiveFeed.tsx"
import styles from "./Overview.module.css"
import { Warnings } from "./Warnings.tsx"

const Spending = () => {
  const t = useText()
  const sourceName = useSourceName()
  const [by, setBy] = useState<UsageBy>("source")
  const { data, error, refetch } = usePortalQuery(
    "usage.SummarizeUsage",
    { by },
    {
      refetchInterval: 60_000
    }
  )
  if (data === undefined) {
    return error === null ? <Loading lines={8} /> : <Problem error={error} retry={() => void refetch()} />
  }
  return <SpendingChart title={t("ui.spending.byDay")} summary={data} by={by} onBy={setBy} sourceName={sourceName} />
}

const Overview = () => {
  const t = useText()
  return (
    <Page title={t("nav.overview")}>
      <BalancePanel />
      <Warnings />
      <div className={styles["columns"]}>
        <Spending />
        <LiveFeed />
      </div>
    </Page>
  )
}

export default Overview
