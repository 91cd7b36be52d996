/** Record keys and revisions of atproto: the microseconds since 1970 and a clock number, in sortable base 32. */

const digits = "234567abcdefghijklmnopqrstuvwxyz"
const tidPattern = /^[234567abcdefghij][234567abcdefghijklmnopqrstuvwxyz]{12}$/
/** Digits of the time; the last two are of the clock number. */
const timeDigits = 11

/** Microseconds since 1970; null if the text is no TID. A client makes record keys, so the time may be false. */
export const microsOfTid = (tid: string): number | null => {
  if (!tidPattern.test(tid)) return null
  let micros = 0
  for (let index = 0; index < timeDigits; index += 1) micros = micros * 32 + digits.indexOf(tid.charAt(index))
  return micros
}

export const tidOf = (micros: number, clock = 0): string => {
  let text = ""
  let [rest, low] = [micros, clock % 1024]
  for (let index = 0; index < 2; index += 1) {
    text = digits.charAt(low % 32) + text
    low = Math.floor(low / 32)
  }
  for (let index = 0; index < timeDigits; index += 1) {
    text = digits.charAt(rest % 32) + text
    rest = Math.floor(rest / 32)
  }
  return text
}
