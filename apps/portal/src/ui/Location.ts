/** Where the reader is among the addresses of screens. */

/** Whether a screen is the one at an address, or below it. */
export const isAt = (location: string, href: string): boolean => location === href || location.startsWith(`${href}/`)

/** The longest of the addresses at or below which the reader is: `/webhooks` is also the start of `/webhooks/rules`. */
export const closest = <Page extends { readonly href: string }>(
  pages: ReadonlyArray<Page>,
  location: string
): Page | undefined =>
  pages.filter(({ href }) => isAt(location, href)).toSorted((one, other) => other.href.length - one.href.length)[0]
