/** Native inputs for inside a `Field`, which gives them their name, label and error. */
import { Field as BaseField } from "@base-ui/react/field"
import type { ComponentProps, ReactNode } from "react"
import { classes } from "./Classes.ts"
import styles from "./Inputs.module.css"

type InputProps = Omit<ComponentProps<"input">, "ref" | "style" | "className"> & { readonly mono?: boolean }

export const TextInput = ({ mono = false, ...rest }: InputProps) => (
  <BaseField.Control
    autoComplete="off"
    spellCheck={false}
    {...rest}
    className={classes(styles["input"], mono && styles["mono"])}
  />
)

/** Whole numbers; the keyboard of phones shows digits. */
export const NumberInput = (props: InputProps) => (
  <BaseField.Control
    autoComplete="off"
    {...props}
    type="number"
    inputMode="numeric"
    step={props.step ?? 1}
    className={classes(styles["input"], styles["number"])}
  />
)

export interface Option {
  readonly value: string
  readonly label: string
}

type SelectProps = Omit<ComponentProps<"select">, "ref" | "style" | "className" | "children"> & {
  readonly options: ReadonlyArray<Option>
}

const choices = (options: ReadonlyArray<Option>) =>
  options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))

export const Select = ({ options, ...rest }: SelectProps) => (
  <BaseField.Control
    render={
      <select {...rest} className={classes(styles["input"], styles["select"])}>
        {choices(options)}
      </select>
    }
  />
)

type CheckboxProps = Omit<ComponentProps<"input">, "type" | "style" | "className" | "children"> & {
  readonly children: ReactNode
}

/** Stands alone, without a `Field`. */
export const Checkbox = ({ children, ...rest }: CheckboxProps) => (
  <label className={styles["choice"]}>
    <input {...rest} type="checkbox" />
    <span>{children}</span>
  </label>
)

export interface RadiosProps {
  readonly name: string
  readonly legend: string
  readonly options: ReadonlyArray<Option & { readonly hint?: ReactNode }>
  readonly value?: string
  readonly defaultValue?: string
  readonly onChange?: (value: string) => void
}

/** Stands alone, without a `Field`. */
export const Radios = ({ name, legend, options, value, defaultValue, onChange }: RadiosProps) => (
  <fieldset className={styles["radios"]}>
    <legend className={styles["legend"]}>{legend}</legend>
    {options.map((option) => (
      <label key={option.value} className={styles["choice"]}>
        <input
          type="radio"
          name={name}
          value={option.value}
          {...(value === undefined
            ? { defaultChecked: option.value === defaultValue }
            : { checked: option.value === value })}
          onChange={() => onChange?.(option.value)}
        />
        <span>
          {option.label}
          {option.hint !== undefined && <span className={styles["hint"]}>{option.hint}</span>}
        </span>
      </label>
    ))}
  </fieldset>
)
