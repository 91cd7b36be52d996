/** Keys with what one wants to know of them: which is it, who uses it, what may it spend. */
import type { PortalKey } from "@heddle/api/portal"
import type { ReactNode } from "react"
import { useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { Status } from "../../ui/Status.tsx"
import { Table } from "../../ui/Table.tsx"
import styles from "./Keys.module.css"

interface KeyTableProps {
  readonly caption: string
  readonly keys: ReadonlyArray<PortalKey>
  readonly actions: (key: PortalKey) => ReactNode
}

export const KeyTable = ({ caption, keys, actions }: KeyTableProps) => {
  const t = useText()
  return (
    <Table
      caption={caption}
      rows={keys}
      rowKey={({ id }) => id}
      columns={[
        {
          id: "name",
          header: t("keys.name"),
          cell: (key) => (
            <span className={styles["name"]}>
              <b>{key.name}</b>
              <code>
                {key.prefix}…{key.lastFour}
              </code>
            </span>
          )
        },
        {
          id: "lastUsed",
          header: t("ui.lastUsed"),
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? t("keys.never") : <Time at={lastUsedAt} kind="relative" />)
        },
        {
          id: "spent",
          header: t("keys.spent"),
          align: "end",
          cell: ({ spentThisMonth, creditLimit }) => <Spent spent={spentThisMonth} limit={creditLimit} />
        },
        {
          id: "expires",
          header: t("keys.expiry"),
          cell: ({ status, expiresAt }) =>
            status === "revoked" ? (
              <Status tone="muted">{t("keys.revoked")}</Status>
            ) : expiresAt === null ? (
              t("keys.expiry.never")
            ) : (
              <Time at={expiresAt} kind="date" />
            )
        },
        {
          id: "actions",
          header: t("ui.table.actions"),
          cell: (key) => <div className={styles["actions"]}>{actions(key)}</div>
        }
      ]}
    />
  )
}

const Spent = ({ spent, limit }: { readonly spent: number; readonly limit: number | null }) => {
  const t = useText()
  if (limit === null) return t("keys.number", { n: spent })
  return (
    <span className={styles["spent"]}>
      {t("keys.spentOf", { spent, limit })}
      <meter
        min={0}
        max={Math.max(limit, 1)}
        high={limit * 0.8}
        optimum={0}
        value={spent}
        aria-label={t("keys.spent")}
      />
      {spent >= limit && <Status tone="warn">{t("keys.limitReached")}</Status>}
    </span>
  )
}
