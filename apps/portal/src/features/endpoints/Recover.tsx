/** Sends everything again that failed since a time: says how much first, then how far it is, and can be stopped. */
import { type Endpoint, type Recovery, resendDays } from "@heddle/api/portal"
import { useEffect, useId, useState } from "react"
import { call } from "../../rpc/Client.ts"
import { useInvalidate, usePortalChange, usePortalMutation, usePortalQuery } from "../../rpc/PortalQuery.ts"
import { instantOf, localInputOf } from "../../text/Formats.ts"
import { useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { timeZone } from "../../text/TimeZone.ts"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { Form, FormActions } from "../../ui/Form.tsx"
import { TextInput } from "../../ui/Inputs.tsx"
import { Section } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Status } from "../../ui/Status.tsx"
import { Table } from "../../ui/Table.tsx"
import { recoverPart } from "../Links.ts"
import styles from "./Endpoints.module.css"

const RunningRecovery = ({ job }: { readonly job: Recovery }) => {
  const t = useText()
  const id = useId()
  const invalidate = useInvalidate()
  // What the form counted is sent again by now.
  useEffect(() => () => void invalidate(["webhooks.CountRecoverable"]), [invalidate])
  const stop = usePortalChange("webhooks.CancelRecovery", ["webhooks.ListRecoveries", "webhooks.CountRecoverable"])
  return (
    <div className={styles["job"]}>
      <label htmlFor={id}>{t("recover.progress", { resent: job.resent, total: job.total })}</label>
      <progress id={id} value={job.resent} max={Math.max(1, job.total)} />
      <div>
        <Button busy={stop.isPending} onClick={() => stop.mutate({ recoveryId: job.id })}>
          {t("recover.stop")}
        </Button>
      </div>
      <p>{t("recover.stop.hint")}</p>
      <Problem error={stop.error} />
    </div>
  )
}

const states = {
  running: { tone: "info", word: "recover.running" },
  completed: { tone: "ok", word: "recover.completed" },
  cancelled: { tone: "muted", word: "recover.cancelled" },
  out_of_credits: { tone: "danger", word: "recover.outOfCredits" }
} as const

const Recoveries = ({ jobs }: { readonly jobs: ReadonlyArray<Recovery> }) => {
  const t = useText()
  return (
    <Table
      caption={t("recover.past")}
      rows={jobs}
      rowKey={({ id }) => id}
      columns={[
        { id: "started", header: t("recover.started"), cell: ({ createdAt }) => <Time at={createdAt} /> },
        { id: "since", header: t("recover.since"), cell: ({ since }) => <Time at={since} /> },
        {
          id: "state",
          header: t("endpoint.state"),
          wide: true,
          cell: ({ state }) => <Status tone={states[state].tone}>{t(states[state].word)}</Status>
        },
        {
          id: "resent",
          header: t("recover.resent"),
          align: "end",
          cell: ({ resent, total }) => t("recover.of", { resent, total })
        }
      ]}
    />
  )
}

interface Props {
  readonly endpoint: Endpoint
  readonly active: boolean
}

const dayMillis = 86_400_000
/** A day less than what the server takes, so that it is still valid when it arrives. */
const earliest = () => new Date(Date.now() - (resendDays - 1) * dayMillis)

/** Since it fails, or a day back. */
const suggested = ({ health: { failingSince } }: Endpoint): Date => {
  const since = new Date(failingSince ?? Date.now() - dayMillis)
  return since < earliest() ? earliest() : since
}

const Start = ({ endpoint, active }: Props) => {
  const t = useText()
  const [since, setSince] = useState(() => localInputOf(suggested(endpoint)).slice(0, 16))
  const instant = instantOf(since)
  const count = usePortalQuery(
    "webhooks.CountRecoverable",
    { endpointId: endpoint.id, since: instant ?? "" },
    { enabled: active && instant !== undefined }
  )
  const start = usePortalMutation(
    (from: string) => call("webhooks.RecoverEndpoint", { endpointId: endpoint.id, since: from }),
    ["webhooks.ListRecoveries", "webhooks.CountRecoverable", "webhooks.ListEndpoints", "deliveries.ListDeliveries"]
  )
  const events = count.isPlaceholderData ? undefined : count.data?.events
  return (
    <Form error={start.error} onSubmit={() => instant !== undefined && start.mutate(instant)}>
      <Field
        name="since"
        label={t("recover.since")}
        hint={t("recover.since.hint", { days: resendDays, zone: timeZone() })}
      >
        <TextInput
          type="datetime-local"
          required
          value={since}
          onChange={(event) => setSince(event.currentTarget.value)}
        />
      </Field>
      <Problem error={count.error} />
      <p role="status">{events !== undefined && t("recover.count", { count: events })}</p>
      <FormActions>
        <Button type="submit" busy={start.isPending} disabled={!active || events === undefined || events === 0}>
          {t("recover.start", { count: events ?? 0 })}
        </Button>
      </FormActions>
    </Form>
  )
}

const isRunning = ({ state }: Recovery): boolean => state === "running"

export const Recover = ({ endpoint, active }: Props) => {
  const t = useText()
  const { data, error, refetch } = usePortalQuery("webhooks.ListRecoveries", undefined, {
    // Often while a job runs.
    refetchInterval: (all) => (all?.some(isRunning) === true ? 1_500 : 30_000)
  })
  const jobs: ReadonlyArray<Recovery> = data?.filter(({ endpointId }) => endpointId === endpoint.id) ?? []
  const running = jobs.find(isRunning)
  return (
    <div id={recoverPart}>
      <Section title={t("recover.title")}>
        <p>{t("recover.hint")}</p>
        <Problem error={error} retry={() => void refetch()} />
        {running === undefined ? <Start endpoint={endpoint} active={active} /> : <RunningRecovery job={running} />}
        <Recoveries jobs={jobs.filter((job) => !isRunning(job)).slice(0, 5)} />
      </Section>
    </div>
  )
}
