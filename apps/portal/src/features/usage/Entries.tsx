/** Every entry of the ledger that the filters leave, 50 a page. */
import type { UsagePage } from "@heddle/api/portal/Usage"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { useSourceName } from "../../rpc/SourceNames.ts"
import { apiTypeName } from "../../text/ApiTypes.ts"
import { formatNumber } from "../../text/Formats.ts"
import { useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { LinkButton } from "../../ui/Button.tsx"
import { Empty } from "../../ui/Empty.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Section } from "../../ui/Page.tsx"
import { Pager } from "../../ui/Pager.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Table } from "../../ui/Table.tsx"
import { usagePath } from "../Links.ts"
import styles from "./Usage.module.css"
import { filterOf, type Search, searchText } from "./Search.ts"

const short = 60

const written = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value))

const Parameters = ({ parameters }: { readonly parameters: Readonly<Record<string, unknown>> }) => {
  const text = Object.entries(parameters)
    .map(([name, value]) => `${name}=${written(value)}`)
    .join(" ")
  if (text === "") return <>–</>
  if (text.length <= short) return <code className={styles["text"]}>{text}</code>
  return (
    <details className={styles["more"]}>
      <summary>
        <code className={styles["text"]}>{text.slice(0, short)}…</code>
      </summary>
      <code className={styles["text"]}>{text}</code>
    </details>
  )
}

type Entry = (typeof UsagePage.Type)["entries"][number]

const None = ({ search }: { readonly search: Search }) => {
  const t = useText()
  if (search.request !== undefined) return <Empty>{t("usage.noSuchCall")}</Empty>
  const isFiltered = Object.keys(filterOf(search)).length > 0
  if (isFiltered) return <Empty>{t("usage.noMatch")}</Empty>
  return (
    <Empty action={<LinkButton href="/first-steps">{t("usage.firstCall")}</LinkButton>}>{t("usage.nothingYet")}</Empty>
  )
}

export const Entries = ({ search }: { readonly search: Search }) => {
  const t = useText()
  const payload = {
    ...(search.request === undefined ? filterOf(search) : { requestId: search.request }),
    ...(search.cursor === undefined ? {} : { cursor: search.cursor })
  }
  const sourceName = useSourceName()
  const { data, error, refetch } = usePortalQuery("usage.ListUsage", payload)
  return (
    <Section title={t("usage.entries")}>
      <Problem error={error} retry={() => void refetch()} />
      {data === undefined && error === null && <Loading lines={8} />}
      {data !== undefined && (
        <Table<Entry>
          caption={t("usage.entries")}
          rows={data.entries}
          rowKey={({ id }) => id}
          empty={<None search={search} />}
          lines
          columns={[
            {
              id: "time",
              header: t("usage.time"),
              cell: ({ time }) => <Time at={new Date(time * 1000).toISOString()} kind="second" />
            },
            {
              id: "type",
              header: t("usage.apiType"),
              cell: ({ api_type: type }) => (
                <span className={styles["type"]} title={type}>
                  {apiTypeName(t, type)}
                </span>
              )
            },
            {
              id: "source",
              header: t("usage.source"),
              cell: ({ source }) => (
                <span className={styles["source"]} title={source}>
                  {sourceName(source)}
                </span>
              )
            },
            {
              id: "parameters",
              header: t("usage.parameters"),
              wide: true,
              cell: ({ parameters }) => <Parameters parameters={parameters} />
            },
            {
              id: "request",
              header: t("usage.requestId"),
              cell: ({ request_id: id }) => id !== null && <code className={styles["id"]}>{id}</code>
            },
            {
              id: "cost",
              header: t("usage.cost"),
              align: "end",
              corner: true,
              labelled: true,
              cell: ({ cost }) => formatNumber(cost)
            }
          ]}
        />
      )}
      <Pager
        previous={search.cursor === undefined ? undefined : usagePath + searchText({ ...search, cursor: undefined })}
        next={
          data?.nextCursor === null || data === undefined
            ? undefined
            : usagePath + searchText({ ...search, cursor: data.nextCursor })
        }
      />
    </Section>
  )
}
