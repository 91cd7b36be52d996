/** A form whose fields show what the server found wrong with them; what belongs to no field stands above the button. */
import { Form as BaseForm } from "@base-ui/react/form"
import { type ReactNode, useMemo } from "react"
import { failureIn } from "../rpc/Failure.ts"
import styles from "./Form.module.css"
import { Problem } from "./Problem.tsx"

export interface FormProps {
  /** Whatever the change failed with. */
  readonly error?: unknown
  readonly onSubmit: (data: FormData) => void
  readonly children: ReactNode
  readonly id?: string
}

const byField = (error: unknown): Record<string, string> => {
  const failure = failureIn(error)
  return failure?._tag === "Problem"
    ? Object.fromEntries(failure.problem.errors.map(({ path, message }) => [path, message]))
    : {}
}

export const Form = ({ error, onSubmit, children, id }: FormProps) => {
  // The same for the same error: a new one would show errors again that were corrected.
  const fields = useMemo(() => byField(error), [error])
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
      {!isAboutFields && <Problem error={error} />}
      {children}
    </BaseForm>
  )
}

/** The buttons at the end of a form. */
export const FormActions = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles["actions"]}>{children}</div>
)

/** A text field of a form. Passwords keep their spaces. */
export const fieldOf = (data: FormData, name: string): string => {
  const value = data.get(name)
  return typeof value === "string" ? value : ""
}
