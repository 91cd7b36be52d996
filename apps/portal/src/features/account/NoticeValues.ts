/** The threshold of notices: an amount, in credits or in percent of the month's grant. */
import type { Notices } from "@heddle/api/portal"

type NoticeSettings = typeof Notices.Type

export const unitOf = ({ below }: NoticeSettings): "credits" | "percent" => ("credits" in below ? "credits" : "percent")

export const amountOf = ({ below }: NoticeSettings): number => ("credits" in below ? below.credits : below.percent)

export const noticesOf = (data: FormData): NoticeSettings => {
  const amount = Number(data.get("below"))
  return {
    enabled: data.get("enabled") !== null,
    below: data.get("unit") === "credits" ? { credits: amount } : { percent: amount }
  }
}
