/** The rows of the log: what was sent, to whom, and how it went. Those of events that can be sent again can be chosen. */
import type { Endpoint, EventId, LoggedDelivery } from "@heddle/api/portal"
import type { ReactNode } from "react"
import { endpointName, formatDuration } from "../../text/Formats.ts"
import { useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { classes } from "../../ui/Classes.ts"
import { Table } from "../../ui/Table.tsx"
import { deliveryLink } from "../Links.ts"
import { aboutOf, ruleOf } from "./About.ts"
import { Answer, OutcomeStatus } from "./Attempts.tsx"
import { candidatesOf } from "./Choice.ts"
import styles from "./Deliveries.module.css"

interface Props {
  readonly rows: ReadonlyArray<LoggedDelivery>
  /** Absent until they are known: nothing counts as deleted before. */
  readonly endpoints: ReadonlyArray<Endpoint> | undefined
  readonly empty: ReactNode
  readonly chosen: ReadonlySet<EventId>
  readonly onChoose: (chosen: ReadonlySet<EventId>) => void
}

const toggled = (chosen: ReadonlySet<EventId>, eventId: EventId): ReadonlySet<EventId> =>
  chosen.has(eventId) ? new Set([...chosen].filter((id) => id !== eventId)) : new Set([...chosen, eventId])

export const DeliveryRows = ({ rows, endpoints, empty, chosen, onChoose }: Props) => {
  const t = useText()
  const hosts = new Map((endpoints ?? []).map((endpoint) => [endpoint.id, endpointName(endpoint)]))
  const candidates = new Set(candidatesOf(rows).map(({ eventId }) => eventId))
  return (
    <Table
      caption={t("deliveries.title")}
      rows={rows}
      rowKey={({ delivery }) => delivery.id}
      href={({ delivery }) => deliveryLink(delivery.id)}
      lines
      empty={empty}
      choice={{
        header: t("deliveries.choose"),
        label: (row) => t("deliveries.chooseOne", { text: aboutOf(row, t).text }),
        isPossible: ({ delivery: { eventId } }) => eventId !== null && candidates.has(eventId),
        isChosen: ({ delivery: { eventId } }) => eventId !== null && chosen.has(eventId),
        onToggle: ({ delivery: { eventId } }) => {
          if (eventId !== null) onChoose(toggled(chosen, eventId))
        }
      }}
      columns={[
        {
          id: "post",
          header: t("deliveries.post"),
          wide: true,
          cell: (row) => {
            const { text, language } = aboutOf(row, t)
            return (
              <span lang={language} className={styles["line"]}>
                {text}
              </span>
            )
          },
          below: ({ event }) =>
            event !== null &&
            event.post !== null && (
              <span translate="no" className={styles["below"]}>
                @{event.post.username}
              </span>
            )
        },
        {
          id: "outcome",
          header: t("deliveries.outcome"),
          corner: true,
          cell: ({ delivery }) => <OutcomeStatus outcome={delivery.outcome} />
        },
        {
          id: "answer",
          header: t("deliveries.answer"),
          cell: ({ delivery }) => (
            <span className={styles["answer"]}>
              <Answer delivery={delivery} />
            </span>
          )
        },
        { id: "rule", header: t("rule.title"), cell: (row) => ruleOf(row, t) },
        {
          id: "endpoint",
          header: t("endpoint.title"),
          cell: ({ delivery: { endpointId } }) => (
            <span translate="no">
              {hosts.get(endpointId) ?? (endpoints === undefined ? "" : t("deliveries.deletedEndpoint"))}
            </span>
          )
        },
        {
          id: "sent",
          header: t("deliveries.sent"),
          align: "end",
          cell: ({ delivery }) => <Time at={delivery.startedAt} kind="second" />,
          below: ({ delivery: { attempt, durationMs } }) => (
            <span className={classes(styles["below"], styles["continued"])}>
              {t("delivery.thisAttempt", { attempt })}
              {durationMs !== null && ` · ${formatDuration(durationMs)}`}
            </span>
          )
        }
      ]}
    />
  )
}
