/** Where somebody is signed in, and the way to end that. */
import { useState } from "react"
import { call } from "../../rpc/Client.ts"
import { usePortalMutation, usePortalQuery } from "../../rpc/PortalQuery.ts"
import { useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { Button } from "../../ui/Button.tsx"
import { Confirm } from "../../ui/Confirm.tsx"
import { Loading } from "../../ui/Loading.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Status } from "../../ui/Status.tsx"
import { Table } from "../../ui/Table.tsx"
import styles from "./Account.module.css"

// The order matters: most browsers name those that they imitate.
const browsers = [
  ["Edg", "Edge"],
  ["OPR", "Opera"],
  ["SamsungBrowser", "Samsung Internet"],
  ["Firefox", "Firefox"],
  ["FxiOS", "Firefox"],
  ["CriOS", "Chrome"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"]
] as const

const systems = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"]
] as const

/** Browser and system, as well as people need them to recognize their own, such as `Firefox, Windows`; undefined without anything known. */
export const deviceOf = (userAgent: string | null): string | undefined => {
  if (userAgent === null) return undefined
  const named = [browsers, systems].flatMap((names) => names.find(([mark]) => userAgent.includes(mark))?.[1] ?? [])
  return named.length === 0 ? undefined : named.join(", ")
}

const changes = ["account.ListSessions", "account.ListAudit"] as const

const EndOthers = ({ others, onClose }: { readonly others: number; readonly onClose: () => void }) => {
  const t = useText()
  const end = usePortalMutation(() => call("account.EndOtherSessions"), changes)
  return (
    <Confirm
      open
      onClose={onClose}
      title={t("account.sessions.endOthers.title")}
      consequences={<p>{t("account.sessions.endOthers.text", { n: others })}</p>}
      action={t("account.sessions.endOthers")}
      change={end}
      onConfirm={() => end.mutate(undefined, { onSuccess: onClose })}
    />
  )
}

export const Sessions = () => {
  const t = useText()
  const [asked, setAsked] = useState(false)
  const { data, error, refetch } = usePortalQuery("account.ListSessions")
  const end = usePortalMutation((sessionId: string) => call("account.EndSession", { sessionId }), changes)
  const others = data?.filter(({ current }) => !current).length ?? 0
  return (
    <>
      <Problem error={error} retry={() => void refetch()} />
      <Problem error={end.error} />
      {data === undefined ? (
        error === null && <Loading lines={3} />
      ) : (
        <Table
          caption={t("account.sessions")}
          rows={data}
          rowKey={({ id }) => id}
          columns={[
            {
              id: "device",
              header: t("account.session.device"),
              wide: true,
              cell: ({ userAgent, current }) => (
                <span className={styles["device"]}>
                  <span title={userAgent ?? undefined}>{deviceOf(userAgent) ?? t("account.session.unknown")}</span>
                  {current && <Status tone="ok">{t("account.session.current")}</Status>}
                </span>
              )
            },
            { id: "address", header: t("account.session.address"), cell: ({ address }) => address ?? "–" },
            { id: "since", header: t("account.session.since"), cell: ({ createdAt }) => <Time at={createdAt} /> },
            {
              id: "seen",
              header: t("account.session.seen"),
              cell: ({ lastSeenAt }) => <Time at={lastSeenAt} kind="relative" />
            },
            {
              id: "actions",
              header: t("ui.table.actions"),
              cell: ({ id, current }) =>
                current ? null : (
                  <Button kind="quiet" busy={end.isPending && end.variables === id} onClick={() => end.mutate(id)}>
                    {t("account.session.end")}
                  </Button>
                )
            }
          ]}
        />
      )}
      {others > 0 && (
        <div>
          <Button onClick={() => setAsked(true)}>{t("account.sessions.endOthers")}</Button>
        </div>
      )}
      {asked && <EndOthers others={others} onClose={() => setAsked(false)} />}
    </>
  )
}
