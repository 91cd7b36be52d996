/** Who would notice if a key stopped: its last use, and what it called in the last 24 hours. */
import type { PortalKey } from "@heddle/api/portal"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { Labelled } from "../../text/Labelled.tsx"
import { useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Note } from "../../ui/Status.tsx"
import { Table } from "../../ui/Table.tsx"

export const RecentUse = ({ value }: { readonly value: PortalKey }) => {
  const t = useText()
  const { data, error, refetch } = usePortalQuery("keys.RecentKeyUse", { keyId: value.id })
  if (error !== null) return <Problem error={error} retry={() => void refetch()} />
  if (data === undefined) return <Loading lines={2} />
  if (data.length === 0) {
    return (
      <p>
        {value.lastUsedAt === null ? (
          t("keys.use.never")
        ) : (
          <>
            {t("keys.use.none")}
            <br />
            <Labelled label={t("keys.lastUsed")}>
              <Time at={value.lastUsedAt} kind="relative" />
            </Labelled>
          </>
        )}
      </p>
    )
  }
  return (
    <>
      <Note tone="warn">{t("keys.use.recent")}</Note>
      <Table
        caption={t("keys.use.caption")}
        columns={[
          { id: "type", header: t("keys.use.type"), cell: ({ apiType }) => <code>{apiType}</code> },
          {
            id: "calls",
            header: t("keys.use.calls"),
            cell: ({ calls }) => t("keys.number", { n: calls }),
            align: "end"
          },
          { id: "at", header: t("keys.lastUsed"), cell: ({ lastAt }) => <Time at={lastAt} kind="relative" /> }
        ]}
        rows={data}
        rowKey={({ apiType }) => apiType}
        empty={null}
      />
    </>
  )
}
