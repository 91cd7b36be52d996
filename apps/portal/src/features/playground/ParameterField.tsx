/** The input of one parameter, with what the contract says about it. */
import type { PlaygroundOperation } from "@heddle/api/portal"
import { Option, Schema } from "effect"
import { formatNumber } from "../../text/Formats.ts"
import { useText } from "../../text/Text.tsx"
import { InlineCode } from "../../ui/Code.tsx"
import { Field } from "../../ui/Field.tsx"
import { NumberInput, Select, TextInput } from "../../ui/Inputs.tsx"

/** Which input a parameter gets, by its JSON Schema. */
const Described = Schema.Struct({
  type: Schema.optionalKey(Schema.Unknown),
  enum: Schema.optionalKey(Schema.Array(Schema.String)),
  minimum: Schema.optionalKey(Schema.Finite),
  maximum: Schema.optionalKey(Schema.Finite),
  maxLength: Schema.optionalKey(Schema.Finite),
  maxItems: Schema.optionalKey(Schema.Finite)
})

const decode = Schema.decodeUnknownOption(Described)

type FieldKind =
  | { readonly kind: "choice"; readonly options: ReadonlyArray<string> }
  | { readonly kind: "number"; readonly minimum: number | undefined; readonly maximum: number | undefined }
  /** Separated by commas. */
  | { readonly kind: "list"; readonly maxItems: number | undefined }
  | { readonly kind: "text"; readonly maxLength: number | undefined }

/** Bounds beyond this only say that a number or a time is one. */
const endless = 100_000_000_000

/** What cannot be read is a text: the server says what is wrong with it. */
export const fieldKindOf = (schema: unknown): FieldKind => {
  const {
    type,
    enum: options,
    minimum,
    maximum,
    maxLength,
    maxItems
  } = Option.getOrElse(decode(schema), () => ({
    type: undefined,
    enum: undefined,
    minimum: undefined,
    maximum: undefined,
    maxLength: undefined,
    maxItems: undefined
  }))
  if (options !== undefined) return { kind: "choice", options }
  if (type === "boolean") return { kind: "choice", options: ["true", "false"] }
  if (type === "integer" || type === "number") {
    return { kind: "number", minimum, maximum: maximum !== undefined && maximum < endless ? maximum : undefined }
  }
  return type === "array" ? { kind: "list", maxItems } : { kind: "text", maxLength }
}

/** A default or an example, as it would stand in an address. */
export const asParameter = (value: unknown): string =>
  value === null || value === undefined ? "" : Array.isArray(value) ? value.map(String).join(",") : String(value)

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
