/** What the rule would have sent on each of the last days. Costs credits, so only a button asks for it. */
import { backtestDays, type BacktestInput, backtestPrice } from "@heddle/api/portal"
import { useId, useState } from "react"
import { ChartFigure } from "../../charts/ChartFigure.tsx"
import { SpanBars } from "../../charts/SpanBars.tsx"
import { usePortalChange } from "../../rpc/PortalQuery.ts"
import { formatNumber, formatUtcDay } from "../../text/Formats.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Table } from "../../ui/Table.tsx"
import { Notices } from "./CreationNotices.tsx"
import { faultsOf, inputOf, type RuleDraft } from "./Draft.ts"
import styles from "./Rules.module.css"

const choices = [backtestDays.byDefault, 14, backtestDays.atMost] as const

const isSameRule = (tested: BacktestInput | undefined, rule: BacktestInput): boolean => {
  const { days, ...input } = tested ?? {}
  return days !== undefined && JSON.stringify(input) === JSON.stringify(rule)
}

interface Props {
  readonly draft: RuleDraft
  readonly active: boolean
}

export const Backtest = ({ draft, active }: Props) => {
  const t = useText()
  const id = useId()
  const [days, setDays] = useState<number>(backtestDays.byDefault)
  const test = usePortalChange("webhooks.BacktestRule", ["usage.Balance", "usage.SummarizeUsage", "usage.ListUsage"])
  // What was paid for says nothing about another rule.
  const result = isSameRule(test.variables, inputOf(draft)) ? test.data : undefined
  const events = result?.days.reduce((sum, { matches }) => sum + matches, 0) ?? 0
  const credits = result?.days.reduce((sum, day) => sum + day.credits, 0) ?? 0
  return (
    <div className={styles["backtest"]}>
      <div className={styles["bar"]}>
        <label htmlFor={id}>{t("backtest.days")}</label>
        <select id={id} value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
          {choices.map((count) => (
            <option key={count} value={count}>
              {t("backtest.lastDays", { count })}
            </option>
          ))}
        </select>
        <Button
          busy={test.isPending}
          disabled={!active || faultsOf(draft).length > 0}
          onClick={() => test.mutate({ ...inputOf(draft), days })}
        >
          {t("backtest.run", { credits: backtestPrice })}
        </Button>
      </div>
      <Problem error={test.error} />
      {result !== undefined && (
        <>
          <ChartFigure
            title={t("backtest.title")}
            sentence={t("backtest.sentence", { days: result.days.length, events, credits })}
            table={
              <Table
                caption={t("backtest.title")}
                rows={result.days}
                rowKey={({ day }) => day}
                columns={[
                  { id: "day", header: t("backtest.day"), cell: ({ day }) => formatUtcDay(day), wide: true },
                  {
                    id: "matches",
                    header: t("backtest.events"),
                    align: "end",
                    cell: ({ matches }) => formatNumber(matches)
                  },
                  {
                    id: "credits",
                    header: t("preview.credits"),
                    align: "end",
                    cell: (day) => formatNumber(day.credits)
                  }
                ]}
              />
            }
          >
            <SpanBars
              label={t("backtest.chart")}
              bars={result.days.map(({ day, matches }) => ({ at: day, values: [matches] }))}
              series={[{ name: t("backtest.events") }]}
            />
          </ChartFigure>
          <Notices notices={result.notices} />
          <p role="status">{t("backtest.charged", { consumed: result.consumed, remaining: result.remaining })}</p>
        </>
      )}
    </div>
  )
}
