/** The input of one parameter, with what the contract says about it. */
import type { PlaygroundOperation } from "@heddle/api/portal"
import { formatNumber } from "../../text/Formats.ts"
import { useText } from "../../text/Text.tsx"
import { InlineCode } from "../../ui/Code.tsx"
import { Field } from "../../ui/Field.tsx"
import { NumberInput, Select, TextInput } from "../../ui/Inputs.tsx"
import { asParameter, fieldKindOf } from "./FieldKind.ts"

interface ParameterFieldProps {
  readonly parameter: PlaygroundOperation["parameters"][number]
  readonly value: string
  readonly onChange: (value: string) => void
}

export const ParameterField = ({ parameter, value, onChange }: ParameterFieldProps) => {
  const t = useText()
  const { name, required, description, schema, example } = parameter
  const kind = fieldKindOf(schema)
  const fallback = asParameter(parameter.default)
  const common = {
    value,
    required,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange(currentTarget.value)
  }
  const placeholder = fallback === "" ? asParameter(example) : fallback
  const bounds =
    kind.kind === "number" && kind.minimum !== undefined && kind.maximum !== undefined
      ? ` ${formatNumber(kind.minimum)}–${formatNumber(kind.maximum)}`
      : ""
  return (
    <Field
      name={name}
      label={name}
      hint={
        <span lang="en">
          <InlineCode text={description + bounds} />
        </span>
      }
    >
      {kind.kind === "choice" ? (
        <Select
          {...common}
          options={[
            {
              value: "",
              label: fallback === "" ? t("playground.notSet") : t("playground.default", { value: fallback })
            },
            ...kind.options.map((option) => ({ value: option, label: option }))
          ]}
        />
      ) : kind.kind === "number" ? (
        <NumberInput {...common} min={kind.minimum} max={kind.maximum} placeholder={placeholder} />
      ) : (
        <TextInput {...common} placeholder={placeholder} />
      )}
    </Field>
  )
}
