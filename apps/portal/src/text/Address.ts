/** Addresses as people read them. */

/** The host with its port. */
export const hostOf = (url: string): string => URL.parse(url)?.host ?? url

export const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, "")

/** Posts come from strangers and could name any scheme: the address if a browser may open it. */
export const webAddressOf = (url: string): string | undefined => {
  if (!URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  return protocol === "https:" || protocol === "http:" ? href : undefined
}
