/**
 * What the demo shows of its receiver's output: the first events in full, then only their number. All of them would
 * scroll the key out of view.
 */

/** As many as fit a small terminal beside the banner. */
export const shownEvents = 5

export interface EventLines {
  readonly events: number
  /** Of those, how many the last count that was shown included. */
  readonly counted: number
}

export const noEvents: EventLines = { events: 0, counted: 0 }

const isEvent = (line: string): boolean => line.startsWith("verified ")

/** What to print for a line of the receiver; its errors always, its events only at first. */
export const addLine = (state: EventLines, line: string): readonly [EventLines, line: string | undefined] => {
  if (!isEvent(line)) return [state, line]
  const next = { ...state, events: state.events + 1 }
  return [next, next.events <= shownEvents ? line : undefined]
}

/** The count of the events that were not printed, when it has changed. */
export const countOf = (state: EventLines): readonly [EventLines, line: string | undefined] =>
  state.events <= shownEvents || state.events === state.counted
    ? [state, undefined]
    : [
        { ...state, counted: state.events },
        `… and ${(state.events - shownEvents).toLocaleString("en")} more verified events`
      ]
