/** What is left, until when, and whether anything fails. */
import { useText } from "../../text/Text.tsx"
import { Page } from "../../ui/Page.tsx"
import { BalancePanel } from "./BalancePanel.tsx"
import { LiveFeed } from "./LiveFeed.tsx"
import styles from "./Overview.module.css"
import { Spending } from "./Spending.tsx"
import { Warnings } from "./Warnings.tsx"

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
