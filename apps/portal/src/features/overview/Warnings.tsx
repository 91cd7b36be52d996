/** What needs somebody now: paused webhooks, endpoints that fail. Nothing is shown when all is well. */
import type { Endpoint } from "@heddle/api/portal/WebhookRecords"
import { Link } from "wouter"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { RichText, useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { Note } from "../../ui/Status.tsx"
import { creditsLink } from "../../links/Credits.ts"
import { endpointLink } from "../../links/Endpoints.ts"
import { Reason } from "./Reason.tsx"
import styles from "./Warnings.module.css"

const hostOf = (url: string): string => URL.parse(url)?.host ?? url

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

export const Warnings = () => {
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
