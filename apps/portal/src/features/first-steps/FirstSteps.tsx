/** From a new account to the first call, the first event and the first assistant. */
import { usePortalQuery } from "../../rpc/PortalQuery.ts"
import { useText } from "../../text/Text.tsx"
import { LinkButton } from "../../ui/Button.tsx"
import { Page } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { CallStep } from "./CallStep.tsx"
import styles from "./FirstSteps.module.css"
import { KeyStep } from "./KeyStep.tsx"
import { McpStep } from "./McpStep.tsx"
import { PlanStep } from "./PlanStep.tsx"
import { callsOf, nextStep, progressOf, type StepName } from "./Progress.ts"
import { Step } from "./Step.tsx"

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
    failed: [plan, keys, usage, endpoints, connections].find(({ error }) => error !== null)
  }
}

const FirstSteps = () => {
  const t = useText()
  const { known, failed } = useKnown()
  const { data: status } = usePortalQuery("status.ShowStatus")
  const baseUrl = status?.publicUrl ?? location.origin
  const progress = progressOf(known)
  const next = nextStep(progress)
  const step = (name: StepName) => ({ name, done: progress[name], isNext: next === name })
  return (
    <Page title={t("nav.firstSteps")}>
      {failed !== undefined && <Problem error={failed.error} retry={() => void failed.refetch()} />}
      <ol className={styles["steps"]}>
        <Step {...step("account")} />
        <Step {...step("plan")}>{progress.plan === false && <PlanStep />}</Step>
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
