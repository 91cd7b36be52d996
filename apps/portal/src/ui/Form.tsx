/** A form whose fields show what the server found wrong with them; what belongs to no field stands above the button. */
import { Form as BaseForm } from "@base-ui/react/form"
import { type ReactNode, useMemo } from "react"
import type { Failure } from "../rpc/Failure.ts"
import styles from "./Form.module.css"
import { Problem } from "./Problem.tsx"

export interface FormProps {
  readonly errors?: Failure | undefined
  readonly onSubmit: (data: FormData) => void
  readonly children: ReactNode
  readonly id?: string
}

const byField = (failure: Failure | undefined): Record<string, string> =>
  failure?._tag === "Problem"
    ? Object.fromEntries(failure.problem.errors.map(({ path, message }) => [path, message]))
    : {}

export const Form = ({ errors, onSubmit, children, id }: FormProps) => {
  const fields = useMemo(() => byField(errors), [errors])
  const isAboutFields = Object.keys(fields).length > 0
  return (
    <BaseForm
      {...(id === undefined ? {} : { id })}
      className={styles["form"]}
      errors={fields}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(new FormData(event.currentTarget))
      }}
    >
      {errors !== undefined && !isAboutFields && <Problem error={errors} />}
      {children}
    </BaseForm>
  )
}

/** The buttons at the end of a form. */
export const FormActions = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles["actions"]}>{children}</div>
)
