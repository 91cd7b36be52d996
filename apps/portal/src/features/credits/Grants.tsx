/** What there is to spend and until when. The soonest to expire is spent first. */
import type { PortalBalance } from "@heddle/api/portal"
import { Time } from "../../text/Time.tsx"
import { useText } from "../../text/Text.tsx"
import { Table } from "../../ui/Table.tsx"

export const Grants = ({ grants }: Pick<PortalBalance, "grants">) => {
  const t = useText()
  return (
    <Table
      caption={t("credits.grants")}
      rows={grants}
      rowKey={({ kind, expiresAt, total, remaining }) => `${kind} ${expiresAt} ${total} ${remaining}`}
      empty={<p>{t("credits.grants.none")}</p>}
      columns={[
        { id: "kind", header: t("credits.grant.kind"), wide: true, cell: ({ kind }) => t(`credits.grant.${kind}`) },
        {
          id: "left",
          header: t("credits.grant.left"),
          align: "end",
          cell: ({ remaining, total }) => t("credits.grant.of", { remaining, total })
        },
        { id: "expires", header: t("credits.grant.expires"), cell: ({ expiresAt }) => <Time at={expiresAt} /> }
      ]}
    />
  )
}
