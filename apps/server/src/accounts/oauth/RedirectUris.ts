/** Where an application may have its authorization codes sent. Pure. */
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
