/** Record keys and revisions as `microsOfTid` reads them. */
const digits = "234567abcdefghijklmnopqrstuvwxyz"
const timeDigits = 11

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
