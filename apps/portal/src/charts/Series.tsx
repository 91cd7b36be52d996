/** How series are told apart: by colour and by pattern or dash, so that colour alone never means anything. */
import styles from "./Chart.module.css"

export interface Series {
  readonly name: string
  /** Stands beside the name in the legend: a total. */
  readonly figure?: string
}

export const maxSeries = 5

export const fillClass = (index: number): string | undefined => styles[`fill${index % maxSeries}`]
export const lineClass = (index: number): string => `${styles["line"]} ${styles[`line${index % maxSeries}`]}`

const marks = [
  null,
  <path key="stripe" d="M-1 5 5 -1M1 7 7 1" className={styles["stripe"]} />,
  <circle key="dot" cx="3" cy="3" r="1.3" className={styles["dot"]} />,
  <path key="rows" d="M0 3H6" className={styles["stripe"]} />,
  <path key="columns" d="M3 0V6" className={styles["stripe"]} />
]

/** Patterns for the bars of one chart; `id` keeps those of several charts apart. */
export const Patterns = ({ id }: { readonly id: string }) => (
  <defs>
    {marks.map((mark, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- the index is what a pattern is
      <pattern key={index} id={`${id}-${index}`} width="6" height="6" patternUnits="userSpaceOnUse">
        <rect width="6" height="6" className={fillClass(index)} />
        {mark}
      </pattern>
    ))}
  </defs>
)

export const patternOf = (id: string, index: number): string => `url(#${id}-${index % maxSeries})`

export const Legend = ({
  id,
  series,
  kind
}: {
  readonly id: string
  readonly series: ReadonlyArray<Series>
  readonly kind: "bars" | "lines"
}) => (
  <ul className={styles["legend"]}>
    {series.map(({ name, figure }, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- two series may have the same name
      <li key={index}>
        <svg width="18" height="12" aria-hidden focusable={false}>
          {kind === "bars" ? (
            <rect width="18" height="12" rx="2" fill={patternOf(id, index)} />
          ) : (
            <path d="M0 6H18" className={lineClass(index)} />
          )}
        </svg>
        <span>{name}</span>
        {figure !== undefined && <b>{figure}</b>}
      </li>
    ))}
  </ul>
)
