/**
 * Where the source continues: the time of the newest event in microseconds since 1970, as text. Events have numbers too,
 * but those belong to one process of one host. Times hold everywhere; they go back by some milliseconds between events,
 * and hosts differ, so a connection begins some seconds earlier. What comes twice changes nothing.
 */

const rewindMicros = 5_000_000
/** Jetstream takes smaller values for numbers of events. */
const minMicros = 1e15

export const encodeCursor = (micros: number): string => String(micros)

/** Null for none, and for one that this version cannot read. */
export const decodeCursor = (text: string | null): number | null =>
  text !== null && /^\d{16}$/.test(text) ? Number(text) : null

/** What to ask a host for. */
export const startOf = (micros: number): number => Math.max(minMicros, micros - rewindMicros)
