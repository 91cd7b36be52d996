/** The list of the live feed, and how long it waits before it connects again. */
import type { LiveDelivery } from "@heddle/api/portal/Deliveries"

export const keptRows = 200
const longestPauseMillis = 30_000

/** Newest first; a row that is there already takes its new state where it stands. */
export const withRow = (rows: ReadonlyArray<LiveDelivery>, row: LiveDelivery): ReadonlyArray<LiveDelivery> => {
  const place = rows.findIndex(({ delivery }) => delivery.id === row.delivery.id)
  return place >= 0 ? rows.with(place, row) : [row, ...rows].slice(0, keptRows)
}

/** After so many breaks in a row. */
export const pauseMillis = (failures: number): number =>
  Math.min(longestPauseMillis, 1000 * 2 ** Math.max(0, failures - 1))
