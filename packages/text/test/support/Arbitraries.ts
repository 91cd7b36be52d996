import fc from "fast-check"

const pieces = [
  "AI", "ＡＩ", "cats", "cat", "went", "Go", "café", "e\u0301", "ß", "İ", "ı", "ς", "3", "½", "²", "ﬁ", "台", "積", "電",
  "工具", "ー", "々", "か", "が", "か\u3099", "か\u309a", "ｶﾞ", "゛", "한", "글", "한".normalize("NFD"), "\u1112", "ㅋㅋ", "ㄅ",
  "𠮷", "ไทย", "Привет", " ", "  ", "\t", "\u3000", "\u00a0", "\n", "\r\n", "\u2028", ",", "，", "。", "#", "@", "'", "’", "´",
  "-", "|", "<", ">", "👍🏽", "👨‍👩‍👧", "1️⃣", "\u200b", "\u200d", "\ufe0f", "\u00ad", "\u0301", "\u20dd", "\ud83d", "\udc4d",
  "https://t.co/a", "http://", "www.", "www.a.b", "HTTPS://x", "\u115f", "㈱", "㍿", "〇", "⺀", "・", "「",
  "C", "++", "+", ".NET", ".", "'s", "n't", "GPT", "4", "-", "‐", "1,000", ",000", "12", "™", "ㅠㅠ", "ﾡ", "ￂ", "ʼ", "ö", "й",
  "youtu.be/a", "x.com", "Booking.com", "@ann", ":tada:", "a@b.co", "$TSLA", "ⓐ", "℃", "⼀"
] // prettier-ignore

/** Texts of up to `length` pieces, among them all that the rules treat apart. */
export const mixedText = (length: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...pieces), { maxLength: length }).map((parts) => parts.join(""))

/** A text and a keyword cut out of it. */
export const cutText = (length: number): fc.Arbitrary<{ readonly text: string; readonly keyword: string }> =>
  mixedText(length).chain((text) =>
    fc.tuple(fc.nat(text.length), fc.nat(text.length)).map(([a, b]) => ({
      text,
      keyword: text.slice(Math.min(a, b), Math.max(a, b))
    }))
  )
