/** An answer as a chart or as posts. */
import { lazy, Suspense } from "react"
import { ChartFigure, maxRow } from "../../charts/ChartFigure.tsx"
import { Histogram } from "../../charts/Histogram.tsx"
import { TrendLines } from "../../charts/TrendLines.tsx"
import { WeekHours } from "../../charts/WeekHours.tsx"
import { formatNumber, formatUtcDay, formatWeekday, isUnfinished } from "../../text/Formats.ts"
import { useText } from "../../text/Text.tsx"
import { offsetName } from "../../text/TimeZone.ts"
import { Loading } from "../../ui/Loading.tsx"
import { Table } from "../../ui/Table.tsx"
import type { Drawing } from "./Answers.ts"
import type { CallValues } from "./CallValues.ts"
import styles from "./Playground.module.css"
import { ForecastChart } from "./ForecastChart.tsx"
import { GrowthChart } from "./GrowthChart.tsx"
import { PostItem } from "./PostItem.tsx"

const ManyPosts = lazy(() => import("./ManyPosts.tsx"))
/** More than this many are not all drawn at once. */
const fewPosts = 100

type Of<Kind extends Drawing["kind"]> = Extract<Drawing, { readonly kind: Kind }>

const figure = (value: number | null | undefined): string =>
  value === null || value === undefined ? "–" : formatNumber(value)

const Trends = ({ series: names, points }: Of<"trends">) => {
  const t = useText()
  const series = names.length === 0 ? [t("playground.followers")] : names
  const peak = maxRow(points.flatMap(({ day, values }) => values.map((value) => ({ day, value }))))
  const title = t(names.length === 0 ? "playground.chart.followers" : "playground.chart.trends")
  return (
    <ChartFigure
      title={title}
      sentence={
        peak === undefined
          ? t("playground.chart.nothing")
          : t("playground.chart.trends.sentence", {
              days: points.length,
              value: peak.value,
              day: formatUtcDay(peak.day)
            })
      }
      table={
        <Table
          caption={title}
          rows={points}
          rowKey={({ day }) => day}
          columns={[
            { id: "day", header: t("ui.chart.day"), cell: ({ day }) => day },
            ...series.map((name, index) => ({
              id: name,
              header: name,
              align: "end" as const,
              cell: ({ values }: (typeof points)[number]) => figure(values[index])
            }))
          ]}
        />
      }
    >
      <TrendLines
        label={title}
        fromZero={names.length > 0}
        unfinished={isUnfinished(points.at(-1)?.day ?? "never")}
        series={series.map((name) => ({ name }))}
        points={points.map(({ day, values }) => ({ at: formatUtcDay(day), values }))}
      />
    </ChartFigure>
  )
}

/** Both ladders are answered alike; what they count is what was asked. */
const Ladder = ({ rungs, population, operation }: Of<"ladder"> & { readonly operation: string }) => {
  const t = useText()
  const [title, sentence] =
    operation === "followerLadder"
      ? (["operation.followerLadder", "playground.chart.ladder.followers"] as const)
      : (["operation.likeLadder", "playground.chart.ladder.likes"] as const)
  const top = rungs.find(({ percentile }) => percentile === 99)
  const name = (percentile: number) =>
    t("playground.top", { percent: formatNumber(100 - percentile, { maximumFractionDigits: 1 }) })
  return (
    <ChartFigure
      title={t(title)}
      sentence={
        typeof top?.atLeast === "number"
          ? t(sentence, { n: population, value: top.atLeast })
          : t("playground.chart.nothing")
      }
      table={
        <Table
          caption={t(title)}
          rows={rungs}
          rowKey={({ percentile }) => String(percentile)}
          columns={[
            { id: "rung", header: t("playground.rung"), cell: ({ percentile }) => name(percentile) },
            {
              id: "atLeast",
              header: t("playground.atLeast"),
              align: "end",
              cell: ({ atLeast }) => figure(atLeast)
            }
          ]}
        />
      }
    >
      <Histogram
        decades
        label={t(title)}
        bins={rungs.map(({ percentile, atLeast }) => ({
          name: name(percentile),
          value: atLeast ?? 0
        }))}
      />
    </ChartFigure>
  )
}

const Hours = ({ weeks, total, zone }: Of<"hours"> & { readonly zone: string }) => {
  const t = useText()
  const cells = weeks.flatMap((hours, day) => hours.map((value, hour) => ({ day, hour, value })))
  const peak = maxRow(cells)
  return (
    <ChartFigure
      title={t("playground.chart.hours")}
      sentence={
        peak === undefined
          ? t("playground.chart.nothing")
          : t("playground.chart.hours.sentence", {
              n: total,
              day: formatWeekday(peak.day),
              hour: String(peak.hour).padStart(2, "0"),
              value: peak.value,
              zone
            })
      }
      table={
        <Table
          caption={t("playground.chart.hours")}
          rows={cells}
          rowKey={({ day, hour }) => `${day} ${hour}`}
          columns={[
            { id: "day", header: t("ui.chart.weekday"), cell: ({ day }) => formatWeekday(day) },
            { id: "hour", header: t("playground.hour"), align: "end", cell: ({ hour }) => hour },
            { id: "value", header: t("playground.medianLikes"), align: "end", cell: ({ value }) => figure(value) }
          ]}
        />
      }
    >
      <WeekHours label={t("playground.chart.hours")} values={weeks} />
    </ChartFigure>
  )
}

const Posts = ({ posts }: Of<"posts">) =>
  posts.length > fewPosts ? (
    <Suspense fallback={<Loading lines={8} />}>
      <ManyPosts posts={posts} />
    </Suspense>
  ) : (
    <ol className={styles["posts"]}>
      {posts.map((post, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an answer can name a post twice, and never changes
        <li key={index}>
          <PostItem post={post} />
        </li>
      ))}
    </ol>
  )

/** Replies stand under what they answer. */
const Thread = ({ posts }: Of<"thread">) => (
  <ol className={styles["posts"]}>
    {posts.map((post) => (
      <li
        key={post.code}
        className={post.depth === 0 ? undefined : styles["reply"]}
        style={{ marginInlineStart: `${Math.min(Math.max(post.depth - 1, 0), 6) * 16}px` }}
      >
        <PostItem post={post} />
      </li>
    ))}
  </ol>
)

interface ResultViewProps {
  readonly drawing: Drawing
  /** The name of what ran. */
  readonly operation: string
  /** Those of the call. */
  readonly values: CallValues
}

export const ResultView = ({ drawing, operation, values }: ResultViewProps) => {
  switch (drawing.kind) {
    case "trends":
      return <Trends {...drawing} />
    case "ladder":
      return <Ladder {...drawing} operation={operation} />
    case "growth":
      return <GrowthChart authors={drawing.authors} />
    case "hours":
      return <Hours {...drawing} zone={offsetName(Number(values["utc_offset"] ?? 0))} />
    case "posts":
      return <Posts {...drawing} />
    case "thread":
      return <Thread {...drawing} />
    case "forecast":
      return <ForecastChart forecasts={drawing.forecasts} />
  }
}
