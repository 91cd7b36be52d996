/**
 * What all charts share: the frame in which they are drawn, and reading single values with the arrow keys, the mouse
 * or a finger. For assistive technology it is a slider whose value is the text of the point.
 */
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState
} from "react"
import { useText } from "../text/Text.tsx"
import { classes } from "../ui/Classes.ts"
import styles from "./Chart.module.css"

const useWidth = <E extends HTMLElement>(): readonly [RefObject<E | null>, number] => {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}

export interface InspectorProps {
  readonly label: string
  readonly count: number
  /** The text of a point. */
  readonly read: (index: number) => string
  readonly height?: number
  /** Draws for a width; `selected` is the point being read. */
  readonly draw: (width: number, height: number, selected: number | undefined) => ReactNode
  /** Which point is at this place. */
  readonly at: (x: number, width: number) => number
}

const steps: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowRight: (index) => index + 1,
  ArrowUp: (index) => index + 1,
  ArrowLeft: (index) => index - 1,
  ArrowDown: (index) => index - 1,
  PageUp: (index) => index + 7,
  PageDown: (index) => index - 7,
  Home: () => 0,
  End: (_, last) => last
}

export const Inspector = ({ label, count, read, height = 200, draw, at }: InspectorProps) => {
  const t = useText()
  const [frame, width] = useWidth<HTMLDivElement>()
  const [selected, setSelected] = useState<number>()
  const last = count - 1
  const keep = (index: number) => Math.min(Math.max(index, 0), last)
  const shown = selected === undefined ? undefined : keep(selected)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (event.key === "Escape") setSelected(undefined)
    if (step === undefined) return
    event.preventDefault()
    setSelected(keep(step(shown ?? last, last)))
  }
  const onPointer = (event: PointerEvent<HTMLDivElement>) =>
    setSelected(keep(at(event.clientX - event.currentTarget.getBoundingClientRect().left, width)))
  return (
    <div className={styles["chart"]}>
      <div
        ref={frame}
        className={styles["frame"]}
        style={{ blockSize: height }}
        role="slider"
        tabIndex={0}
        aria-label={t("ui.chart.inspect", { title: label })}
        aria-valuemin={0}
        aria-valuemax={Math.max(last, 0)}
        aria-valuenow={shown ?? Math.max(last, 0)}
        aria-valuetext={count === 0 ? "" : read(shown ?? last)}
        onKeyDown={onKeyDown}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={() => setSelected(undefined)}
        onBlur={() => setSelected(undefined)}
      >
        {width > 0 && (
          <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden focusable={false}>
            {draw(width, height, shown)}
          </svg>
        )}
      </div>
      {shown !== undefined && count > 0 && (
        <p className={classes(styles["reading"], styles[shown < count / 2 ? "atEnd" : "atStart"])} aria-hidden>
          {read(shown).replaceAll(" · ", "\n")}
        </p>
      )}
    </div>
  )
}
