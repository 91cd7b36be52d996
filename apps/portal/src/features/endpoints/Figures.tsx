/** How the requests of an endpoint went in the last days. */
import type { EndpointFigures } from "@heddle/api/portal"
import { Link } from "wouter"
import { Sparkline } from "../../charts/Sparkline.tsx"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { formatNumber } from "../../text/Formats.ts"
import { phrase, Words } from "../../text/Phrase.tsx"
import { useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { Facts } from "../../ui/Facts.tsx"
import { Section } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { deliveryLink } from "../Links.ts"
import styles from "./Endpoints.module.css"

/** By endpoint; none before they are known. */
export const useFigures = () => {
  const { data, error, refetch } = usePortalQuery("webhooks.ListEndpointFigures", undefined, {
    refetchInterval: 15_000
  })
  const byEndpoint: ReadonlyMap<string, EndpointFigures> = new Map(
    (data ?? []).map((figures) => [figures.endpointId, figures])
  )
  return { byEndpoint, problem: <Problem error={error} retry={() => void refetch()} /> }
}

const sumsOf = (days: EndpointFigures["days"]) => {
  const delivered = days.reduce((sum, day) => sum + day.delivered, 0)
  const failed = days.reduce((sum, day) => sum + day.failed, 0)
  return { delivered, failed, requests: delivered + failed }
}

/** Rounded down, because 100% means that nothing failed. */
const formatRate = (delivered: number, requests: number): string =>
  formatNumber(Math.floor((delivered / requests) * 1_000) / 1_000, { style: "percent", maximumFractionDigits: 1 })

const LastFailure = ({ failure }: { readonly failure: EndpointFigures["lastFailure"] }) => {
  const t = useText()
  return failure === null ? (
    t("endpoint.figures.noFailure")
  ) : (
    <Link href={deliveryLink(failure.deliveryId)}>
      <Time at={failure.at} />
    </Link>
  )
}

/** In a row of the list. */
export const FiguresInShort = ({ figures }: { readonly figures: EndpointFigures | undefined }) => {
  const t = useText()
  if (figures === undefined || !figures.sent) return null
  const { delivered, requests } = sumsOf(figures.days)
  return (
    <div className={styles["figures"]}>
      <span>
        {t("endpoint.figures.deliveredCount", { count: delivered })}
        {requests > 0 && (
          <span className={styles["cause"]}>
            {t("endpoint.figures.rateOf", { rate: formatRate(delivered, requests), count: requests })}
          </span>
        )}
      </span>
      <Sparkline days={figures.days} />
    </div>
  )
}

export const LastFailureInShort = ({ figures }: { readonly figures: EndpointFigures | undefined }) => {
  const failure = figures?.lastFailure ?? null
  if (failure === null) return null
  return (
    <Link href={deliveryLink(failure.deliveryId)} className={styles["lastFailure"]}>
      <Words phrase={phrase("endpoint.figures.lastFailureAt", { at: new Date(failure.at) })} />
    </Link>
  )
}

export const FiguresSection = ({ figures }: { readonly figures: EndpointFigures | undefined }) => {
  const t = useText()
  // Without a request ever, the state says so.
  if (figures === undefined || !figures.sent) return null
  const { delivered, failed, requests } = sumsOf(figures.days)
  return (
    <Section title={t("endpoint.figures")}>
      <Facts
        facts={[
          { name: t("endpoint.figures.delivered"), value: formatNumber(delivered) },
          { name: t("endpoint.figures.failed"), value: formatNumber(failed) },
          ...(requests === 0 ? [] : [{ name: t("endpoint.figures.rate"), value: formatRate(delivered, requests) }]),
          { name: t("endpoint.figures.lastFailure"), value: <LastFailure failure={figures.lastFailure} /> },
          { name: t("endpoint.figures.byDay"), value: <Sparkline days={figures.days} /> }
        ]}
      />
    </Section>
  )
}
