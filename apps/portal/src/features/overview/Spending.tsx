/** Credits by UTC day, split by what spent them. */
import type { UsageBy } from "@heddle/api/portal/Usage"
import { useState } from "react"
import { SpendingChart } from "../../charts/SpendingChart.tsx"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { useSourceName } from "../../rpc/SourceNames.ts"
import { useText } from "../../text/Text.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Problem } from "../../ui/Problem.tsx"

export const Spending = () => {
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
  return <SpendingChart title={t("overview.byDay")} summary={data} by={by} onBy={setBy} sourceName={sourceName} />
}
