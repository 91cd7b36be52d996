/** What a person learns of an application: its name, and where its codes are sent. Loads without the provider. */
import { loopbackNames } from "../../runtime/Networks.ts"

/**
 * Private-use schemes without the dot that RFC 8252, section 7.1, asks for, of programs that are clients of MCP. Any other
 * scheme without a dot may be one that an operating system or a browser acts upon.
 */
const knownSchemes: ReadonlySet<string> = new Set([
  "antigravity:",
  "boltai:",
  "chatwise:",
  "cherrystudio:",
  "claude:",
  "code-oss:",
  "cursor:",
  "goose:",
  "jetbrains:",
  "kiro:",
  "lmstudio:",
  "msty:",
  "positron:",
  "raycast:",
  "trae:",
  "void:",
  "vscode:",
  "vscode-insiders:",
  "vscodium:",
  "warp:",
  "windsurf:",
  "windsurf-next:",
  "zed:"
])

const reverseDomain = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:$/

/** `device`: any program on the person's device may be behind it. */
export type RedirectKind = "site" | "device"

/** Undefined for one that no application may have. */
export const kindOfRedirect = (uri: string): RedirectKind | undefined => {
  const url = URL.parse(uri)
  if (url === null || uri.includes("#") || url.username !== "" || url.password !== "") return undefined
  const isLoopback = loopbackNames.has(url.hostname)
  if (url.protocol === "https:") return isLoopback ? undefined : "site"
  if (url.protocol === "http:") return isLoopback ? "device" : undefined
  return knownSchemes.has(url.protocol) || reverseDomain.test(url.protocol) ? "device" : undefined
}

/** What identifies a redirect to a person: its host, or the scheme of a program on their device. */
export const hostOfRedirect = (uri: string): string => {
  const url = URL.parse(uri)
  if (url === null) return ""
  return url.protocol === "https:" || url.protocol === "http:" ? url.host : url.protocol
}

/** Equal for names that a person takes for the same. */
export const nameAsRead = (application: string): string =>
  application
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\p{C}\p{Z}]+/gu, "")

const maxShownName = 60
/** Control characters, and those that change the direction or the look of the text around them. */
const unshown = /[\p{C}\p{Zl}\p{Zp}]+/gu

/** As the application calls itself, fit to be shown; otherwise what its codes are sent to. */
export const applicationName = (clientName: string | undefined, redirectHost: string): string => {
  const name = (clientName ?? "").replaceAll(unshown, " ").trim()
  return [...(name === "" ? redirectHost : name)].slice(0, maxShownName).join("")
}
