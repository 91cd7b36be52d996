/** One operation: its form with the price, Run, the answer, and the call as code. */
import type { PlaygroundOperation } from "@heddle/api/portal"
import { useEffect, useState } from "react"
import { useSearchParams } from "wouter"
import { usePortalMutation } from "../../rpc/PortalQuery.ts"
import { call } from "../../rpc/Client.ts"
import { failureIn } from "../../rpc/Failure.ts"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Form, FormActions } from "../../ui/Form.tsx"
import { Answer } from "./Answer.tsx"
import { AsCode } from "./AsCode.tsx"
import { isComplete, valuesIn, withValue } from "./CallValues.ts"
import { Marked } from "./Marked.tsx"
import { operationWords } from "./OperationWords.ts"
import { ParameterField } from "./ParameterField.tsx"
import styles from "./Playground.module.css"
import { Price } from "./Price.tsx"
import { useSettled } from "./Settled.ts"

export const OperationPage = ({ operation }: { readonly operation: PlaygroundOperation }) => {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const [values, setValues] = useState(() => valuesIn(search, operation))
  const [composing, setComposing] = useState(false)
  const settled = useSettled(values, composing)
  const { name, description, parameters } = operation
  useEffect(() => {
    setSearch({ ...settled }, { replace: true })
    // The address follows the form, not the other way round.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [settled])
  const run = usePortalMutation(
    (given: typeof values) => call("playground.RunCall", { operation: name, parameters: given }),
    ["usage.Balance", "usage.SummarizeUsage", "usage.ListUsage"]
  )
  const required = parameters.filter((parameter) => parameter.required)
  const others = parameters.filter((parameter) => !parameter.required)
  const field = (parameter: (typeof parameters)[number]) => (
    <ParameterField
      key={parameter.name}
      parameter={parameter}
      value={values[parameter.name] ?? ""}
      onChange={(value) => setValues((before) => withValue(before, parameter.name, value))}
    />
  )
  return (
    <>
      <p lang="en">
        <Marked text={description} />
      </p>
      <div
        className={styles["form"]}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
      >
        <Form errors={failureIn(run.error)} onSubmit={() => run.mutate(values)}>
          {required.map(field)}
          {others.length > 0 && (
            <details open={required.length === 0 || others.some((other) => values[other.name] !== undefined)}>
              <summary>{t("playground.options", { n: others.length })}</summary>
              <div className={styles["options"]}>{others.map(field)}</div>
            </details>
          )}
          <Price
            operation={name}
            values={settled}
            complete={isComplete(settled, operation)}
            words={operationWords(t, operation)}
          />
          <FormActions>
            <Button type="submit" kind="primary" busy={run.isPending}>
              {t("playground.run")}
            </Button>
          </FormActions>
        </Form>
      </div>
      {run.data !== undefined && <Answer operation={name} ran={run.data} />}
      <AsCode operation={operation} values={values} />
    </>
  )
}
