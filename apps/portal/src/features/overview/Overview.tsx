/** What is left, until when, and whether anything fails. */
import { useAsk } from "../../rpc/Call.ts"
import { useText } from "../../text/Text.tsx"

const Overview = () => {
  const t = useText()
  const { data } = useAsk("Balance", {}, (portal) => portal.Balance())
  return (
    <main id="content">
      <h1 tabIndex={-1}>{t("nav.overview")}</h1>
      <p>{data?.remaining}</p>
    </main>
  )
}

export default Overview
