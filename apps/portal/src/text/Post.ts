/** Posts come from strangers. Pure. */

/** For the `lang` attribute: empty is "unknown". */
export const languageTagOf = (language: string): string => (language === "other" ? "" : language)

/** The address if a browser may open it; a post could name any scheme. */
export const webAddressOf = (url: string): string | undefined => {
  if (!URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  return protocol === "https:" || protocol === "http:" ? href : undefined
}
