/** One operation: its form with the price, Run, the answer, and the call as code. */
import type { PlaygroundOperation } from "@heddle/api/portal"
import { useEffect, useState } from "react"
import { useSearchParams } from "wouter"
import { failureIn } from "../../rpc/Failure.ts"
import { usePortalChange, usePortalQuery } from "../../rpc/PortalQuery.ts"
import { requestOf, snippetLanguages } from "@heddle/api/snippets"
import { useText } from "../../text/Text.tsx"
import { Button } from "../../ui/Button.tsx"
import { Code, InlineCode } from "../../ui/Code.tsx"
import { useDebouncedValue } from "../../ui/DebouncedValue.ts"
import { Form, FormActions } from "../../ui/Form.tsx"
import { Section } from "../../ui/Page.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { Segments } from "../../ui/Segments.tsx"
import { Note } from "../../ui/Status.tsx"
import { Answer } from "./Answer.tsx"
import { type CallValues, isComplete, presetsOf, valuesIn, withValue } from "./CallValues.ts"
import { type OperationWords, operationWords } from "./OperationWords.ts"
import { ParameterField } from "./ParameterField.tsx"
import styles from "./Playground.module.css"

interface PriceProps {
  readonly operation: string
  readonly values: CallValues
  readonly complete: boolean
  /** Whether the form says already what is wrong with these values. */
  readonly refused: boolean
  readonly words: Pick<OperationWords, "price" | "lang">
}

/** What the call would cost at most, and what is left for it. */
const Price = ({ operation, values, complete, refused, words }: PriceProps) => {
  const t = useText()
  const call = { operation, parameters: values }
  const { data, error, isPlaceholderData } = usePortalQuery("playground.EstimateCall", call, {
    enabled: complete
  })
  // What is wrong with a value is one sentence here; pressing Run shows it at the field.
  const failure = failureIn(error)
  const fault = failure?._tag === "Problem" && failure.problem.errors.length > 0 ? failure.problem.detail : undefined
  return (
    <div className={styles["price"]} aria-live="polite">
      <p lang={words.lang}>
        <InlineCode text={words.price} />
      </p>
      {complete && !refused && fault !== undefined && (
        <p lang="en" className={styles["fault"]}>
          {fault}
        </p>
      )}
      {complete && !refused && fault === undefined && <Problem error={error} />}
      {complete && error === null && data !== undefined && (
        <p className={isPlaceholderData ? styles["old"] : undefined}>
          {t("playground.estimate", { credits: data.estimate, left: data.remaining })}
        </p>
      )}
      {complete && error === null && data?.affordable === false && (
        <Note tone="warn">{t("playground.tooExpensive")}</Note>
      )}
    </div>
  )
}

const AsCode = ({ operation, values }: { readonly operation: PlaygroundOperation; readonly values: CallValues }) => {
  const t = useText()
  const [chosen, setChosen] = useState<string>("curl")
  const { data: status } = usePortalQuery("status.ShowStatus")
  const snippet = snippetLanguages.find(({ id }) => id === chosen) ?? snippetLanguages[0]
  const request = requestOf(status?.publicUrl ?? location.origin, operation, values)
  return (
    <Section title={t("playground.code")}>
      <Segments
        label={t("playground.code.language")}
        options={snippetLanguages.map(({ id, name }) => ({ value: id, label: name }))}
        value={snippet.id}
        onChange={setChosen}
      />
      <Code text={snippet.write(request)} language={snippet.name} />
    </Section>
  )
}

export const OperationPage = ({ operation }: { readonly operation: PlaygroundOperation }) => {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const [values, setValues] = useState<CallValues>(() => ({ ...presetsOf(operation), ...valuesIn(search, operation) }))
  const [settled, composition] = useDebouncedValue(values)
  const { name, parameters } = operation
  const words = operationWords(t, operation)
  useEffect(() => {
    setSearch({ ...settled }, { replace: true })
    // The address follows the form, not the other way round.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [settled])
  const run = usePortalChange("playground.RunCall", ["usage.Balance", "usage.SummarizeUsage", "usage.ListUsage"])
  const [ranWith, setRanWith] = useState(values)
  const runWith = (parameters: CallValues) => {
    setRanWith(parameters)
    run.mutate({ operation: name, parameters })
  }
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
      <p lang={words.lang}>
        <InlineCode text={words.description} />
      </p>
      <div className={styles["form"]} {...composition}>
        <Form error={run.error} onSubmit={() => runWith(values)}>
          {required.map(field)}
          {others.length > 0 && (
            <details open={required.length === 0 || others.some((other) => search.has(other.name))}>
              <summary>{t("playground.options", { n: others.length })}</summary>
              <div className={styles["options"]}>{others.map(field)}</div>
            </details>
          )}
          <Price
            operation={name}
            values={settled}
            complete={isComplete(settled, operation)}
            refused={run.error !== null && ranWith === values}
            words={words}
          />
          <FormActions>
            <Button type="submit" kind="primary" busy={run.isPending}>
              {t("playground.run")}
            </Button>
          </FormActions>
        </Form>
      </div>
      {run.data !== undefined && (
        <Answer operation={operation} ran={run.data} values={ranWith} run={runWith} busy={run.isPending} />
      )}
      <AsCode operation={operation} values={values} />
    </>
  )
}
