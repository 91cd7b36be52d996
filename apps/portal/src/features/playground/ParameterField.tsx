/** The input of one parameter, with what the contract says about it. */
import type { PlaygroundOperation } from "@heddle/api/portal"
import { Option, Schema } from "effect"
import { formatNumber, instantOf, localInputOf } from "../../text/Formats.ts"
import { useText } from "../../text/Text.tsx"
import { offsetChoices, offsetMinutes, timeZone } from "../../text/TimeZone.ts"
import { InlineCode } from "../../ui/Code.tsx"
import { Field } from "../../ui/Field.tsx"
import { NumberInput, Select, TextInput } from "../../ui/Inputs.tsx"
import { choiceWords } from "./ChoiceWords.ts"
import { parameterWords } from "./ParameterWords.ts"

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
  /** Unix seconds. */
  | { readonly kind: "time" }
  /** Minutes east of UTC. */
  | { readonly kind: "zone" }
  /** Separated by commas. */
  | { readonly kind: "list"; readonly maxItems: number | undefined }
  | { readonly kind: "text"; readonly maxLength: number | undefined }

/** Bounds beyond this only say that a number or a time is one. */
const endless = 100_000_000_000

/** The last second of the year 9999: the bound of times. */
const latestTime = 253_402_300_799

/** The bounds of offsets from UTC, in minutes. */
const westernmost = -720
const easternmost = 840

const inputOfSeconds = (seconds: string): string =>
  /^\d+$/.test(seconds) ? localInputOf(new Date(Number(seconds) * 1000)) : ""

const secondsOfInput = (input: string): string => {
  const instant = instantOf(input)
  return instant === undefined ? "" : String(Math.floor(Date.parse(instant) / 1000))
}

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
  if (type === "integer" && maximum === latestTime) return { kind: "time" }
  if (type === "integer" && minimum === westernmost && maximum === easternmost) return { kind: "zone" }
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
  const { name, required, schema, example } = parameter
  const { label, help, lang } = parameterWords(t, parameter)
  const kind = fieldKindOf(schema)
  const fallback = asParameter(parameter.default)
  const common = {
    value,
    required,
    onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onChange(currentTarget.value)
  }
  const placeholder = fallback === "" ? asParameter(example) : fallback
  const zone = kind.kind === "time" ? ` ${timeZone()}.` : ""
  const bounds =
    kind.kind === "number" && kind.minimum !== undefined && kind.maximum !== undefined
      ? ` ${formatNumber(kind.minimum)}–${formatNumber(kind.maximum)}`
      : ""
  return (
    <Field
      name={name}
      label={label}
      hint={
        <span lang={lang}>
          <InlineCode text={`${help}${zone}${bounds} (\`${name}\`)`} />
        </span>
      }
    >
      {kind.kind === "choice" ? (
        <Select
          {...common}
          options={[
            {
              value: "",
              label:
                fallback === ""
                  ? t("playground.notSet")
                  : t("playground.default", { value: choiceWords(t, name, fallback) })
            },
            ...kind.options.map((option) => ({ value: option, label: choiceWords(t, name, option) }))
          ]}
        />
      ) : kind.kind === "zone" ? (
        <Select {...common} value={value === "" ? String(offsetMinutes()) : value} options={offsetChoices()} />
      ) : kind.kind === "time" ? (
        <TextInput
          type="datetime-local"
          step={1}
          required={required}
          value={inputOfSeconds(value)}
          onChange={({ currentTarget }) => onChange(secondsOfInput(currentTarget.value))}
        />
      ) : kind.kind === "number" ? (
        <NumberInput {...common} min={kind.minimum} max={kind.maximum} placeholder={placeholder} />
      ) : (
        <TextInput {...common} placeholder={placeholder} />
      )}
    </Field>
  )
}
