/** Changes of keys, plans, webhooks and the account, newest first: a sentence each. */
import type { AuditEntry } from "@heddle/api/portal"
import { useSearchParams } from "wouter"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Pager } from "../../ui/Pager.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Table } from "../../ui/Table.tsx"
import styles from "./Account.module.css"
import { auditValues, isOfTrendingRule, knownAction } from "./AuditSentence.ts"

const Sentence = ({ entry }: { readonly entry: AuditEntry }) => {
  const t = useText()
  const action = knownAction(entry.action)
  if (action === undefined) return <code>{entry.action}</code>
  const values = auditValues(entry)
  const name = isOfTrendingRule(entry) ? t("rule.trendingRule") : values.name
  return t(`account.audit.${action}`, { ...values, name })
}

const Actor = ({ entry: { actorKind, actor } }: { readonly entry: AuditEntry }) => {
  const t = useText()
  switch (actorKind) {
    case "person":
      return actor
    case "key":
      return t("account.actor.key", { name: actor })
    case "application":
      return t("account.actor.application", { name: actor })
    case "operator":
      return t("account.actor.operator")
    case "payment provider":
      return t("account.actor.paymentProvider")
    case "service":
      return t("account.actor.service")
  }
}

const Details = ({ entry: { target, details } }: { readonly entry: AuditEntry }) => {
  const t = useText()
  if (target === null && Object.keys(details).length === 0) return null
  return (
    <details>
      <summary>{t("account.audit.details")}</summary>
      <pre className={styles["details"]}>{JSON.stringify({ target, ...details }, null, 2)}</pre>
    </details>
  )
}

export const AuditLog = () => {
  const t = useText()
  const [search] = useSearchParams()
  const cursor = search.get("audit")
  const payload = cursor === null ? {} : { cursor }
  const { data, error, refetch } = usePortalQuery("account.ListAudit", payload)
  return (
    <>
      <Problem error={error} retry={() => void refetch()} />
      {data === undefined ? (
        error === null && <Loading lines={6} />
      ) : (
        <>
          <Table
            caption={t("account.audit")}
            rows={data.entries}
            rowKey={({ id }) => id}
            empty={<p>{t("account.audit.none")}</p>}
            columns={[
              { id: "at", header: t("account.audit.at"), cell: ({ at }) => <Time at={at} kind="second" /> },
              {
                id: "what",
                header: t("account.audit.what"),
                wide: true,
                cell: (entry) => (
                  <div>
                    <Sentence entry={entry} />
                    <Details entry={entry} />
                  </div>
                )
              },
              { id: "actor", header: t("account.audit.actor"), cell: (entry) => <Actor entry={entry} /> }
            ]}
          />
          <Pager
            {...(cursor === null ? {} : { previous: "/account" })}
            {...(data.nextCursor === null ? {} : { next: `/account?audit=${encodeURIComponent(data.nextCursor)}` })}
          />
        </>
      )}
    </>
  )
}
