/** A choice of few, side by side: native radio buttons that look like one control. */
import { useId } from "react"
import styles from "./Segments.module.css"

export interface SegmentsProps {
  readonly label: string
  readonly options: ReadonlyArray<{ readonly value: string; readonly label: string }>
  readonly value: string
  readonly onChange: (value: string) => void
}

export const Segments = ({ label, options, value, onChange }: SegmentsProps) => {
  const name = useId()
  return (
    <fieldset className={styles["segments"]}>
      <legend className="unseen">{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            className="unseen"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
