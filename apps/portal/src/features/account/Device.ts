/** Browser and system of a `User-Agent`, as well as people need them to recognize their own. */

// The order matters: most browsers name those that they imitate.
const browsers = [
  ["Edg", "Edge"],
  ["OPR", "Opera"],
  ["SamsungBrowser", "Samsung Internet"],
  ["Firefox", "Firefox"],
  ["FxiOS", "Firefox"],
  ["CriOS", "Chrome"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"]
] as const

const systems = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"]
] as const

/** Such as `Firefox, Windows`; undefined without anything known. */
export const deviceOf = (userAgent: string | null): string | undefined => {
  if (userAgent === null) return undefined
  const named = [browsers, systems].flatMap((names) => names.find(([mark]) => userAgent.includes(mark))?.[1] ?? [])
  return named.length === 0 ? undefined : named.join(", ")
}
