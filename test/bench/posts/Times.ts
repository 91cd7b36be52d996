/** Times of the posts: evenly over the days, unevenly over each day. */
import { dayMillis, hourMillis } from "../../../apps/server/src/runtime/Time.ts"

/** Share of each UTC hour in a day's posts; most speakers of these languages sleep from hour 17 to 23. */
const shareByHour = [
  3.6, 4.2, 4.4, 4.6, 5.2, 4.8, 4.2, 4.1, 4.3, 4.7, 5.1, 5.6, 6.1, 6.4, 6.2, 5.5, 4.4, 3.1, 2.3, 1.9, 1.8, 2, 2.5, 3
]
const total = shareByHour.reduce((sum, share) => sum + share, 0)

/** Milliseconds into a day when `share` (0 to 1) of its posts have been written. */
const millisOfDay = (share: number): number => {
  let left = share * total
  const hour = shareByHour.findIndex((ofHour) => (left -= ofHour) < 0)
  const at = hour === -1 ? shareByHour.length - 1 : hour
  return (at + 1 + Math.min(0, left) / (shareByHour[at] ?? 1)) * hourMillis
}

/** Converts a time to days since the epoch on a scale where posts are evenly distributed. */
const daysBefore = (millis: number): number => {
  const day = Math.floor(millis / dayMillis)
  const ofDay = millis - day * dayMillis
  const hour = Math.floor(ofDay / hourMillis)
  const before = shareByHour.slice(0, hour).reduce((sum, share) => sum + share, 0)
  return day + (before + (shareByHour[hour] ?? 0) * ((ofDay % hourMillis) / hourMillis)) / total
}

export interface Period {
  readonly fromMillis: number
  readonly untilMillis: number
}

/** The time of post `index` of `count`, in milliseconds; it grows with the index. */
export const timeOf = ({ fromMillis, untilMillis }: Period) => {
  const from = daysBefore(fromMillis)
  const span = daysBefore(untilMillis) - from
  return (index: number, count: number): number => {
    const days = from + (span * (index + 0.5)) / count
    const day = Math.floor(days)
    return Math.floor(day * dayMillis + millisOfDay(days - day))
  }
}
