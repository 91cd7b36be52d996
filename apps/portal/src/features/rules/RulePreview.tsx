/** What the rule would match now, redrawn at each pause in typing. Free. */
import { type RuleId, type RulePreview as Preview, plans, webhookEventPrice } from "@heddle/api/portal"
import { ChartFigure } from "../../charts/ChartFigure.tsx"
import { Histogram } from "../../charts/Histogram.tsx"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { formatNumber, formatUtcClock, formatUtcHour } from "../../text/Formats.ts"
import { useText } from "../../text/Text.tsx"
import { Words } from "../../text/Words.tsx"
import { classes } from "../../ui/Classes.ts"
import { Loading } from "../../ui/Loading.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Note, Status } from "../../ui/Status.tsx"
import { Table } from "../../ui/Table.tsx"
import { faultsOf, inputOf, type RuleDraft } from "./Draft.ts"
import { estimateOf, fitOf, roughly } from "./Estimate.ts"
import { Examples } from "./Examples.tsx"
import styles from "./RulePreview.module.css"

const tones = { fits: "ok", tight: "warn", exceeds: "danger" } as const
const fitTexts = { fits: "preview.fits", tight: "preview.tight", exceeds: "preview.exceeds" } as const

const MonthlyEstimate = ({ preview }: { readonly preview: Preview }) => {
  const t = useText()
  const balance = usePortalQuery("usage.Balance")
  const { creditsPerDay, creditsPerMonth } = estimateOf(preview.matches, preview.hours.length)
  const plan = balance.data?.plan
  const planCredits = plan === null || plan === undefined ? undefined : plans[plan.name].creditsPerMonth
  const fit = planCredits === undefined ? undefined : fitOf(creditsPerMonth, planCredits)
  return (
    <div className={styles["estimate"]}>
      <p className={styles["month"]}>{t("preview.month", { credits: roughly(creditsPerMonth) })}</p>
      <p>{t("preview.day", { credits: roughly(creditsPerDay), price: webhookEventPrice })}</p>
      {fit !== undefined && planCredits !== undefined && (
        <Status tone={tones[fit]}>{t(fitTexts[fit], { credits: planCredits })}</Status>
      )}
    </div>
  )
}

const Hours = ({ preview: { hours, matches, credits } }: { readonly preview: Preview }) => {
  const t = useText()
  const bins = hours.map(({ hour, matches: value }) => ({
    name: formatUtcHour(new Date(hour)),
    tick: formatUtcClock(new Date(hour)),
    value,
    more: t("ui.credits", { amount: value * webhookEventPrice })
  }))
  return (
    <ChartFigure
      title={t("preview.title")}
      sentence={t("preview.sentence", { hours: hours.length, matches, credits })}
      table={
        <Table
          caption={t("preview.title")}
          rows={bins}
          rowKey={({ name }) => name}
          empty={null}
          columns={[
            { id: "hour", header: t("preview.hour"), cell: ({ name }) => name, wide: true },
            { id: "matches", header: t("preview.matches"), align: "end", cell: ({ value }) => formatNumber(value) },
            { id: "credits", header: t("preview.credits"), align: "end", cell: ({ more }) => more }
          ]}
        />
      }
    >
      <Histogram label={t("preview.chart")} bins={bins} />
    </ChartFigure>
  )
}

interface Props {
  /** As it stood when typing paused. */
  readonly draft: RuleDraft
  /** The rule that is edited; absent for a new one. */
  readonly edited?: RuleId
}

const Asked = ({ draft, edited }: Props) => {
  const t = useText()
  const input = { ...inputOf(draft), ...(edited === undefined ? {} : { compareTo: edited }) }
  const { data, error, refetch, isFetching } = usePortalQuery("webhooks.PreviewRule", input)
  return (
    <>
      <Problem error={error} retry={() => void refetch()} />
      {data === undefined ? (
        error === null && <Loading lines={8} /> // What is shown while the next answer is on its way is old.
      ) : (
        <div aria-busy={isFetching} className={classes(styles["preview"], isFetching && styles["old"])}>
          <Hours preview={data} />
          <MonthlyEstimate preview={data} />
          {data.again !== undefined && data.again > 0 && <p>{t("preview.again", { count: data.again })}</p>}
          <Examples posts={data.examples} />
        </div>
      )}
    </>
  )
}

export const RulePreview = (props: Props) => {
  const t = useText()
  const faults = faultsOf(props.draft)
  if (faults.length === 0) return <Asked {...props} />
  return (
    <Note tone="info">
      <p>{t("preview.incomplete")}</p>
      <ul>
        {faults.map(({ path, phrase }) => (
          <li key={path}>
            <Words phrase={phrase} />
          </li>
        ))}
      </ul>
    </Note>
  )
}
