/** When posts reach their thresholds: the likely time as a dot in its interval, with the probability beside it. */
import { formatMinute, formatNumber } from "../../text/Formats.ts"
import { useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { Section } from "../../ui/Page.tsx"
import type { ForecastLine } from "./Answers.ts"
import styles from "./ForecastChart.module.css"

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString()

const isKnown = (time: number | null): time is number => time !== null

interface Range {
  readonly from: number
  readonly to: number
}

/** All lines share one axis of time. */
const rangeOf = (forecasts: ReadonlyArray<ForecastLine>): Range | undefined => {
  const times = forecasts.flatMap(({ earliest, expected, latest }) => [earliest, expected, latest].filter(isKnown))
  return times.length === 0 ? undefined : { from: Math.min(...times), to: Math.max(...times) }
}

const Interval = ({ line, range }: { readonly line: ForecastLine; readonly range: Range }) => {
  const { earliest, expected, latest } = line
  if (earliest === null || expected === null || latest === null) return null
  const share = (time: number) => `${((time - range.from) / Math.max(1, range.to - range.from)) * 100}%`
  return (
    <div
      className={styles["track"]}
      aria-hidden
      title={`${formatMinute(new Date(earliest * 1000))} – ${formatMinute(new Date(latest * 1000))}`}
    >
      <span
        className={styles["interval"]}
        style={{ insetInlineStart: share(earliest), insetInlineEnd: `calc(100% - ${share(latest)})` }}
      />
      <span className={styles["dot"]} style={{ insetInlineStart: share(expected) }} />
    </div>
  )
}

const Line = ({ line, range }: { readonly line: ForecastLine; readonly range: Range | undefined }) => {
  const t = useText()
  const { threshold, probability, isRough, earliest, expected, latest } = line
  return (
    <li className={styles["line"]}>
      <span>{t("playground.forecast.reaches", { n: threshold })}</span>
      <b>
        {isRough && "≈ "}
        {formatNumber(probability, { style: "percent", maximumFractionDigits: 0 })}
      </b>
      <span className={styles["times"]}>
        {expected === null || earliest === null || latest === null ? (
          t("playground.forecast.unlikely")
        ) : (
          <>
            <Time at={isoOf(expected)} /> (<Time at={isoOf(earliest)} /> – <Time at={isoOf(latest)} />)
          </>
        )}
      </span>
      {range !== undefined && <Interval line={line} range={range} />}
    </li>
  )
}

export const ForecastChart = ({ forecasts }: { readonly forecasts: ReadonlyArray<ForecastLine> }) => {
  const range = rangeOf(forecasts)
  return [...Map.groupBy(forecasts, ({ code }) => code)].map(([code, lines]) => (
    <Section key={code} title={code}>
      <ul className={styles["lines"]}>
        {lines.map((line) => (
          <Line key={line.threshold} line={line} range={range} />
        ))}
      </ul>
    </Section>
  ))
}
