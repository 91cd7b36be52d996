/** What is left, until when, and whether anything fails. */
import type { UsageBy } from "@heddle/api/portal/Usage"
import type { Endpoint } from "@heddle/api/portal/WebhookRecords"
import { useState } from "react"
import { Link } from "wouter"
import { type Range, RangeChoice, startOfRange } from "../../charts/RangeChoice.tsx"
import { SpendingChart } from "../../charts/SpendingChart.tsx"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { useSourceName } from "../../rpc/SourceNames.ts"
import { hostOf } from "../../text/Formats.ts"
import { RichText, useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Page } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Note } from "../../ui/Status.tsx"
import { creditsLink, endpointLink } from "../Links.ts"
import { BalancePanel } from "./BalancePanel.tsx"
import { LiveFeed } from "./LiveFeed.tsx"
import styles from "./Overview.module.css"
import { Reason } from "./Reason.tsx"

/** What needs somebody now: paused webhooks, endpoints that fail. Nothing is shown when all is well. */
const Failing = ({ endpoint: { id, url, health } }: { readonly endpoint: Endpoint }) => {
  const t = useText()
  return (
    <Note tone="danger">
      <p>
        <RichText
          id="overview.failing"
          values={{ host: hostOf(url) }}
          components={{ host: <strong />, since: <Time at={health.failingSince} kind="minute" /> }}
        />
      </p>
      {health.lastError !== null && (
        <p>
          <Reason error={health.lastError} />
        </p>
      )}
      <Link href={endpointLink(id)}>{t("overview.openEndpoint")}</Link>
    </Note>
  )
}

const Warnings = () => {
  const t = useText()
  const balance = usePortalQuery("usage.Balance", undefined, { refetchInterval: 30_000 })
  const webhooks = usePortalQuery("webhooks.ListEndpoints", undefined, { refetchInterval: 30_000 })
  const failing = webhooks.data?.endpoints.filter(({ health }) => health.state !== "healthy") ?? []
  const pausedSince = balance.data?.webhooksPausedSince ?? null
  if (pausedSince === null && failing.length === 0) return null
  return (
    <section className={styles["warnings"]} aria-label={t("overview.warnings")}>
      {pausedSince !== null && (
        <Note tone="warn">
          <p>
            <RichText id="overview.paused" components={{ since: <Time at={pausedSince} /> }} />
          </p>
          <Link href={creditsLink}>{t("overview.add")}</Link>
        </Note>
      )}
      {failing.map((endpoint) => (
        <Failing key={endpoint.id} endpoint={endpoint} />
      ))}
    </section>
  )
}

const Spending = () => {
  const sourceName = useSourceName()
  const [by, setBy] = useState<UsageBy>("source")
  const [range, setRange] = useState<Range>("30d")
  const { data: me, isPending: isAsking } = usePortalQuery("account.Me")
  const { data, error, refetch } = usePortalQuery(
    "usage.SummarizeUsage",
    { by, from: startOfRange(range) },
    {
      refetchInterval: 60_000
    }
  )
  if (data === undefined && error !== null) return <Problem error={error} retry={() => void refetch()} />
  // The days of the chart begin with the account.
  if (data === undefined || isAsking) return <Loading lines={8} />
  return (
    <SpendingChart
      summary={data}
      by={by}
      onBy={setBy}
      range={<RangeChoice range={range} onRange={setRange} />}
      since={me?.createdAt}
      sourceName={sourceName}
    />
  )
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
