/** Credits, what they came from, and the day they last until. */
import type { PortalBalance } from "@heddle/api/portal/Usage"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { formatNumber } from "../../text/Formats.ts"
import { RichText, useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { LinkButton } from "../../ui/Button.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { creditsLink } from "../Links.ts"
import styles from "./BalancePanel.module.css"

interface Grants {
  readonly key: string
  readonly kind: PortalBalance["grants"][number]["kind"]
  readonly total: number
  readonly remaining: number
  readonly expiresAt: string
}

/** Grants of one kind that expire on the same day are one part of the bar: a top-up may be bought many times. */
const grantsOf = ({ grants }: PortalBalance): ReadonlyArray<Grants> => {
  const parts = new Map<string, Grants>()
  for (const { kind, total, remaining, expiresAt } of grants) {
    const key = `${kind} ${expiresAt.slice(0, 10)}`
    const before = parts.get(key)
    parts.set(key, {
      key,
      kind,
      total: total + (before?.total ?? 0),
      remaining: remaining + (before?.remaining ?? 0),
      expiresAt
    })
  }
  return [...parts.values()]
}

const week = 7 * 86_400_000

/** Whether adding credits is what to do now. */
const isLow = ({ remaining, runway }: PortalBalance, now: Date): boolean =>
  remaining === 0 || (runway.ends === "used up" && runway.at !== null && Date.parse(runway.at) - now.getTime() < week)

const Until = ({ balance }: { readonly balance: PortalBalance }) => {
  const { at, ends, perDay, expiresUnused } = balance.runway
  const t = useText()
  if (balance.remaining === 0) {
    return <p>{t(balance.plan === null ? "overview.noPlan" : "overview.nothingLeft")}</p>
  }
  if (at === null || perDay === null) {
    return <p className={styles["pace"]}>{t(ends === "unknown" ? "overview.noPace" : "overview.unused")}</p>
  }
  return (
    <p className={styles["until"]}>
      <span>
        <RichText
          id={ends === "expired" ? "overview.untilExpiry" : "overview.until"}
          components={{ date: <Time at={at} kind="date" /> }}
        />
      </span>
      <span className={styles["pace"]}>{t("overview.pace", { perDay: Math.round(perDay) })}</span>
      {expiresUnused > 0 && (
        <span className={styles["pace"]}>{t("overview.expiresUnused", { amount: expiresUnused })}</span>
      )}
    </p>
  )
}

const Bar = ({ balance }: { readonly balance: PortalBalance }) => {
  const t = useText()
  const grants = grantsOf(balance)
  const whole = Math.max(
    1,
    grants.reduce((sum, { total }) => sum + total, 0)
  )
  return (
    <>
      <div className={styles["bar"]} aria-hidden>
        {grants.map(({ key, kind, total, remaining }) => (
          <div key={key} className={styles["grant"]} style={{ inlineSize: `${(total / whole) * 100}%` }}>
            <span className={styles[kind]} style={{ inlineSize: `${(remaining / Math.max(1, total)) * 100}%` }} />
          </div>
        ))}
      </div>
      <ul className={styles["grants"]}>
        {grants.map(({ key, kind, total, remaining, expiresAt }) => (
          <li key={key}>
            <span className={`${styles["swatch"]} ${styles[kind]}`} aria-hidden />
            <span>{t(`overview.grant.${kind}`)}</span>
            <b>{t("overview.grant.left", { remaining: formatNumber(remaining), total: formatNumber(total) })}</b>
            <span className={styles["pace"]}>
              <RichText id="overview.grant.ends" components={{ date: <Time at={expiresAt} kind="date" /> }} />
            </span>
          </li>
        ))}
      </ul>
    </>
  )
}

export const BalancePanel = () => {
  const t = useText()
  const { data, error, refetch } = usePortalQuery("usage.Balance", undefined, { refetchInterval: 30_000 })
  if (data === undefined) {
    return error === null ? <Loading lines={4} /> : <Problem error={error} retry={() => void refetch()} />
  }
  return (
    <section className={styles["panel"]} aria-label={t("overview.balance")}>
      {error !== null && <Problem error={error} retry={() => void refetch()} />}
      <div className={styles["top"]}>
        <p className={styles["amount"]}>
          <strong>{formatNumber(data.remaining)}</strong> {t("overview.credits", { amount: data.remaining })}
        </p>
        <Until balance={data} />
        <LinkButton href={creditsLink} kind={isLow(data, new Date()) ? "primary" : "secondary"}>
          {t(data.plan === null ? "overview.choosePlan" : "overview.add")}
        </LinkButton>
      </div>
      <Bar balance={data} />
      {data.held > 0 && <p className={styles["pace"]}>{t("overview.held", { amount: data.held })}</p>}
    </section>
  )
}
