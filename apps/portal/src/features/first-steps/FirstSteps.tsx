/** From a new account to the first call, the first event and the first assistant. */
import { type PlanName, plans } from "@heddle/api/plans"
import type { PortalPlan } from "@heddle/api/portal"
import { type ReactNode, useEffect, useState } from "react"
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { formatUsd } from "../../text/Formats.ts"
import { RichText, useText } from "../../text/Text.tsx"
import { Time } from "../../text/Time.tsx"
import { Button, LinkButton } from "../../ui/Button.tsx"
import { Code } from "../../ui/Code.tsx"
import { Page } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Segments } from "../../ui/Segments.tsx"
import { Note, Status } from "../../ui/Status.tsx"
import { isAwaitingPayment } from "../credits/Checkout.ts"
import { ConfirmPlan } from "../credits/ConfirmPlan.tsx"
import type { Wanted } from "../credits/PlanCards.tsx"
import { CallStep } from "./CallStep.tsx"
import { rememberFinished } from "./Finished.ts"
import styles from "./FirstSteps.module.css"
import { KeyStep, useFreshKey } from "./KeyStep.tsx"
import { mcpClients } from "./McpClients.ts"
import { callsOf, nextStep, progressOf, type StepName } from "./Progress.ts"

/** The smallest plan with one press; the page of plans compares them. */
const { title, usdPerMonth, creditsPerMonth } = plans.lite

const PlanStep = ({ state }: { readonly state: PortalPlan }) => {
  const t = useText()
  const [wanted, setWanted] = useState<Wanted>()
  const { data: purchases } = usePortalQuery("billing.ListPurchases", undefined, { refetchInterval: 3000 })
  // The plan begins when the payment arrives; this step is shown until then.
  usePortalQuery("billing.ShowPlan", undefined, { refetchInterval: 3000 })
  const pending = purchases?.find(isAwaitingPayment)
  return (
    <>
      <p>{t("firstSteps.plan.text", { credits: creditsPerMonth, title })}</p>
      {pending !== undefined && <Note tone="info">{t(`firstSteps.plan.${waitingFor(state)}`)}</Note>}
      <div className={styles["actions"]}>
        {(pending === undefined || waitingFor(state) === "unpaid") && (
          <Button kind="primary" onClick={() => setWanted({ what: "buy", plan: "lite" })}>
            {t("firstSteps.plan.buy", { title })} · {formatUsd(usdPerMonth * 100)}
          </Button>
        )}
        <LinkButton href="/credits">{t("firstSteps.plan.compare")}</LinkButton>
      </div>
      {wanted !== undefined && <ConfirmPlan wanted={wanted} state={state} onClose={() => setWanted(undefined)} />}
    </>
  )
}

/** What becomes of an order depends on the payment provider. */
const waitingFor = ({ provider }: PortalPlan): "byOperator" | "simulated" | "unpaid" =>
  provider === "manual" ? "byOperator" : provider === "fake" ? "simulated" : "unpaid"

/** What can be tried before anything is bought. */
const TrialStep = ({ plan }: { readonly plan: PlanName }) => {
  const t = useText()
  const { data: balance } = usePortalQuery("usage.Balance")
  const grant = balance?.grants.find(({ kind }) => kind === "trial")
  return (
    <>
      {grant !== undefined && (
        <p>
          <RichText
            id="firstSteps.plan.trial"
            values={{ n: grant.remaining, title: plans[plan].title }}
            components={{ at: <Time at={grant.expiresAt} kind="date" /> }}
          />
        </p>
      )}
      <div className={styles["actions"]}>
        <LinkButton href="/credits">{t("firstSteps.plan.compare")}</LinkButton>
      </div>
    </>
  )
}

/** The configuration of each assistant, to copy. */
const McpStep = ({ baseUrl }: { readonly baseUrl: string }) => {
  const t = useText()
  const key = useFreshKey()
  const [chosen, setChosen] = useState<string>(mcpClients[0].id)
  const client = mcpClients.find(({ id }) => id === chosen) ?? mcpClients[0]
  return (
    <>
      <p>{t("firstSteps.mcp.text")}</p>
      <Segments
        label={t("firstSteps.mcp.client")}
        options={mcpClients.map(({ id, name }) => ({
          value: id,
          label: id === "other" ? t("firstSteps.mcp.others") : name
        }))}
        value={client.id}
        onChange={setChosen}
      />
      <p>{t(`firstSteps.mcp.${client.where}`)}</p>
      <Code text={client.configuration(`${baseUrl.replace(/\/+$/, "")}/mcp`, key)} language={client.language} />
      <p className={styles["muted"]}>{t(key === undefined ? "firstSteps.mcp.signIn" : "firstSteps.mcp.withKey")}</p>
    </>
  )
}

interface StepProps {
  readonly name: StepName
  readonly done: boolean | undefined
  readonly isNext: boolean
  readonly children?: ReactNode
}

const Step = ({ name, done, isNext, children }: StepProps) => {
  const t = useText()
  return (
    <li className={styles["step"]} aria-current={isNext ? "step" : undefined}>
      <header className={styles["head"]}>
        <h2>{t(`firstSteps.${name}.title`)}</h2>
        {done === true && <Status tone="ok">{t("firstSteps.done")}</Status>}
        {isNext && <Status tone="info">{t("firstSteps.next")}</Status>}
      </header>
      {children}
    </li>
  )
}

const useKnown = () => {
  const plan = usePortalQuery("billing.ShowPlan")
  const keys = usePortalQuery("keys.ListKeys")
  const usage = usePortalQuery("usage.SummarizeUsage", { by: "via" })
  const endpoints = usePortalQuery("webhooks.ListEndpoints")
  const connections = usePortalQuery("account.ListConnections")
  const calledByMcp = usage.data?.series.some(({ name }) => name === "mcp")
  const connected = connections.data === undefined ? undefined : connections.data.length > 0
  return {
    known: {
      ...(plan.data === undefined ? {} : { hasPlan: plan.data.current !== null }),
      ...(keys.data === undefined ? {} : { keys: keys.data.keys }),
      ...(usage.data === undefined ? {} : { calls: callsOf(usage.data.series) }),
      ...(calledByMcp === undefined || connected === undefined ? {} : { usesMcp: calledByMcp || connected }),
      ...(endpoints.data === undefined ? {} : { endpoints: endpoints.data.endpoints.length })
    },
    state: plan.data,
    failed: [plan, keys, usage, endpoints, connections].find(({ error }) => error !== null)
  }
}

const FirstSteps = () => {
  const t = useText()
  const { known, state, failed } = useKnown()
  const { data: status } = usePortalQuery("status.ShowStatus")
  const baseUrl = status?.publicUrl ?? location.origin
  const progress = progressOf(known)
  const next = nextStep(progress)
  const { data: me } = usePortalQuery("account.Me")
  const states = Object.values(progress)
  const done = states.includes(undefined) ? undefined : states.every((state) => state === true)
  useEffect(() => {
    if (me !== undefined && done !== undefined) rememberFinished(me.accountId, done)
  }, [me, done])
  const step = (name: StepName) => ({ name, done: progress[name], isNext: next === name })
  return (
    <Page title={t("nav.firstSteps")}>
      {failed !== undefined && <Problem error={failed.error} retry={() => void failed.refetch()} />}
      <ol className={styles["steps"]}>
        <Step {...step("account")} />
        <Step {...step("plan")}>
          {progress.plan === false && state !== undefined && <PlanStep state={state} />}
          {state?.current?.isTrial === true && <TrialStep plan={state.current.plan} />}
        </Step>
        <Step {...step("key")}>{progress.key !== undefined && <KeyStep hasKey={progress.key} />}</Step>
        <Step {...step("call")}>
          <CallStep baseUrl={baseUrl} hasPlan={progress.plan} />
        </Step>
        <Step {...step("webhook")}>
          <p>{t("firstSteps.webhook.text")}</p>
          <div className={styles["actions"]}>
            <LinkButton href="/webhooks">{t("firstSteps.webhook.open")}</LinkButton>
          </div>
        </Step>
        <Step {...step("mcp")}>
          <McpStep baseUrl={baseUrl} />
        </Step>
      </ol>
    </Page>
  )
}

export default FirstSteps
