/** Deliveries as they happen. Pausing keeps the list still while more are counted. */
import type { LiveDelivery } from "@heddle/api/portal/Deliveries"
import { useState } from "react"
import { Link } from "wouter"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { useLiveFeed } from "../../rpc/LiveFeed.ts"
import { formatDuration } from "../../text/Formats.ts"
import { useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { Button, LinkButton } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Status } from "../../ui/Status.tsx"
import { deliveryLink } from "../../links/Deliveries.ts"
import { newEndpointLink } from "../../links/Endpoints.ts"
import { Announcement } from "./Announcement.tsx"
import styles from "./LiveFeed.module.css"
import { describe } from "./LiveRow.ts"
import { Reason } from "./Reason.tsx"

const Row = ({ row }: { readonly row: LiveDelivery }) => {
  const t = useText()
  const { delivery, host, caption, language } = row
  return (
    <li className={styles["row"]}>
      <Time at={delivery.startedAt} kind="clock" />
      <div className={styles["event"]}>
        <Link href={deliveryLink(delivery.id)} className={styles["rule"]}>
          {describe(row, t)}
        </Link>
        <span className={styles["answer"]}>
          <Status tone={delivery.outcome === "delivered" ? "ok" : "danger"}>
            {t(delivery.outcome === "delivered" ? "overview.delivered" : "overview.failed")}
          </Status>
          <span>
            {delivery.statusCode ?? (delivery.error !== null && <Reason error={delivery.error} />)}
            {delivery.durationMs !== null && ` · ${formatDuration(delivery.durationMs)}`}
          </span>
        </span>
        <span className={styles["host"]}>{host}</span>
        {caption !== null && (
          <span className={styles["caption"]} lang={language ?? undefined}>
            {caption}
          </span>
        )}
      </div>
    </li>
  )
}

/** The list as it was when somebody paused it. */
const useHeld = (rows: ReadonlyArray<LiveDelivery>) => {
  const [held, setHeld] = useState<ReadonlyArray<LiveDelivery>>()
  const shown = held ?? rows
  const known = new Set(held?.map(({ delivery }) => delivery.id))
  const waiting = held === undefined ? 0 : rows.filter(({ delivery }) => !known.has(delivery.id)).length
  return { shown, waiting, paused: held !== undefined, toggle: () => setHeld(held === undefined ? rows : undefined) }
}

export const LiveFeed = () => {
  const t = useText()
  const { rows, isLive } = useLiveFeed()
  const { shown, waiting, paused, toggle } = useHeld(rows)
  const { data } = usePortalQuery("webhooks.ListEndpoints")
  const hasNoEndpoint = data !== undefined && data.endpoints.length === 0
  return (
    <section className={styles["feed"]} aria-labelledby="live">
      <header className={styles["head"]}>
        <h2 id="live">{t("overview.live")}</h2>
        <Button aria-pressed={paused} onClick={toggle}>
          {paused ? t("overview.resume", { waiting }) : t("overview.pause")}
        </Button>
      </header>
      {!isLive && <Status tone="warn">{t("overview.reconnecting")}</Status>}
      <Announcement rows={rows} paused={paused} />
      {shown.length === 0 ? (
        <Empty action={hasNoEndpoint && <LinkButton href={newEndpointLink}>{t("overview.addEndpoint")}</LinkButton>}>
          {t("overview.noEvents")}
        </Empty>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        <ol className={styles["rows"]} tabIndex={0} aria-label={t("overview.live")}>
          {shown.map((row) => (
            <Row key={row.delivery.id} row={row} />
          ))}
        </ol>
      )}
    </section>
  )
}
