/** Sends a test event and shows what the endpoint answered. */
import type { Endpoint } from "@heddle/api/portal"
import { usePortalChange } from "../../rpc/PortalQuery.ts"
import { Words } from "../../text/Phrase.tsx"
import { useText } from "../../text/Text.tsx"
import { sendingError } from "../../text/SendingError.ts"
import { Button } from "../../ui/Button.tsx"
import { Code } from "../../ui/Code.tsx"
import { Section } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Status } from "../../ui/Status.tsx"

interface Props {
  readonly endpoint: Endpoint
  readonly active: boolean
}

export const TestEvent = ({ endpoint: { id }, active }: Props) => {
  const t = useText()
  const test = usePortalChange("webhooks.TestEndpoint", ["deliveries.ListDeliveries"])
  const answer = test.data
  return (
    <Section
      title={t("endpoint.test")}
      actions={
        <Button busy={test.isPending} disabled={!active} onClick={() => test.mutate({ endpointId: id })}>
          {t("endpoint.test.send")}
        </Button>
      }
    >
      <p>{t("endpoint.test.hint")}</p>
      <Problem error={test.error} />
      <div role="status">
        {answer !== undefined && !test.isPending && (
          <>
            <p>
              <Status tone={answer.delivered ? "ok" : "danger"}>
                {answer.statusCode === null
                  ? t("endpoint.test.noAnswer", { ms: answer.durationMs })
                  : t("endpoint.test.answered", { status: answer.statusCode, ms: answer.durationMs })}
              </Status>
            </p>
            {!answer.delivered && (
              <p>
                <Words phrase={sendingError(answer.error, answer.statusCode)} />
              </p>
            )}
            {answer.body === "" && <p>{t("endpoint.test.emptyBody")}</p>}
          </>
        )}
      </div>
      {answer !== undefined && answer.body !== null && answer.body !== "" && (
        <Code text={answer.body} language={t("endpoint.test.body")} />
      )}
    </Section>
  )
}
