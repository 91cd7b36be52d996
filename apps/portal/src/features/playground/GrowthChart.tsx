/** Who gained how many followers, the most first. */
import { ChartFigure, maxRow } from "../../charts/ChartFigure.tsx"
import { Histogram } from "../../charts/Histogram.tsx"
import { formatNumber } from "../../text/Formats.ts"
import { useText } from "../../text/Text.tsx"
import { Table } from "../../ui/Table.tsx"
import type { GrowingAuthor } from "./Answers.ts"

/** More bars than this could not be told apart. */
const mostBars = 50

export const GrowthChart = ({ authors }: { readonly authors: ReadonlyArray<GrowingAuthor> }) => {
  const t = useText()
  const title = t("operation.followerGrowth")
  const most = maxRow(authors.map(({ name, gained }) => ({ name, value: gained })))
  return (
    <ChartFigure
      title={title}
      sentence={
        most === undefined
          ? t("playground.chart.nothing")
          : t("playground.chart.growth.sentence", { n: authors.length, name: most.name, value: most.value })
      }
      table={
        <Table
          caption={title}
          rows={authors}
          rowKey={({ name }) => name}
          columns={[
            { id: "name", header: t("playground.column.username"), cell: ({ name }) => name },
            {
              id: "gained",
              header: t("playground.chart.gained"),
              align: "end",
              cell: ({ gained }) => formatNumber(gained)
            },
            {
              id: "followers",
              header: t("playground.followers"),
              align: "end",
              cell: ({ followers }) => formatNumber(followers)
            }
          ]}
        />
      }
    >
      <Histogram label={title} bins={authors.slice(0, mostBars).map(({ name, gained }) => ({ name, value: gained }))} />
    </ChartFigure>
  )
}
