/** Sends everything again that failed since a time: says how much first, then how far it is, and can be stopped. */
import { type Endpoint, type Recovery, resendDays } from "@heddle/api/portal"
import { useState } from "react"
import { usePortalMutation, usePortalQuery } from "../../rpc/PortalQuery.ts"
import { call } from "../../rpc/Client.ts"
import { useFailure } from "../../rpc/UseFailure.ts"
import { timeZone } from "../../text/Formats.ts"
import { instantOf, localInputOf } from "../../text/LocalTime.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Field } from "../../ui/Field.tsx"
import { Form, FormActions } from "../../ui/Form.tsx"
import { TextInput } from "../../ui/Inputs.tsx"
import { Section } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { recoverPart } from "../../links/Endpoints.ts"
import { Recoveries } from "./Recoveries.tsx"
import { RunningRecovery } from "./RunningRecovery.tsx"

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
  const failure = useFailure(start.error)
  const events = count.isPlaceholderData ? undefined : count.data?.events
  return (
    <Form errors={failure} onSubmit={() => instant !== undefined && start.mutate(instant)}>
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
