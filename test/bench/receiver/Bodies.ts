/** Events of an exact length in bytes, in ASCII or in the mixture of scripts that posts are written in. */
import { sampleEvent } from "@heddle/receiver/testing"

const ascii = "The line for bubble tea is forty minutes long again and nobody minds. "
const mixed = "台積電今天又創新高了 📈 今日も暑い、that is 38°C in Taipei. 오늘은 정말 덥네요… "

export function bodyOf(bytes: number, text: "ASCII" | "mixed"): Buffer {
  const phrase = text === "ASCII" ? ascii : mixed
  const withCaption = (caption: string) =>
    Buffer.from(
      JSON.stringify(
        sampleEvent({
          post: { caption },
          user: { full_name: text === "ASCII" ? "Mei Lin" : "林美" },
          rule: { keyword: text === "ASCII" ? "tea" : "台積電" }
        })
      )
    )
  const empty = withCaption("").byteLength
  const repeated = Math.floor((bytes - empty) / Buffer.byteLength(phrase))
  const caption = phrase.repeat(repeated)
  const missing = bytes - withCaption(caption).byteLength
  const body = withCaption(caption + " ".repeat(missing))
  if (body.byteLength !== bytes) throw new Error(`A body of ${body.byteLength} bytes instead of ${bytes}.`)
  return body
}
