/** The code of a post from what people paste: the code, or the address of the post. Pure. */

const lastPart = ({ pathname }: URL): string => pathname.split("/").findLast((part) => part !== "") ?? ""

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

export const postCodeOf = (pasted: string): string => {
  const text = pasted.trim()
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? decoded(lastPart(new URL(text))) : text
}
