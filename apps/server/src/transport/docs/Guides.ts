/** The guides: pages of the repository that are for customers, with the links and addresses of this server. */
import { documentPath, operations, problemCodes, problemPath } from "@heddle/api"
import { referencePath } from "@heddle/api/snippets"
import { readFileSync } from "node:fs"
import { posix } from "node:path"
import type { DocPage, Section } from "./DocPage.ts"
import { plainText } from "./Markdown.ts"

interface Guide {
  readonly path: string
  /** Below the root of the repository. */
  readonly file: string
  readonly section: Section
  readonly label?: string
}

const receiverDocs = "packages/receiver/docs"

const guides: ReadonlyArray<Guide> = [
  { path: "/docs/quickstart", file: "docs/quickstart.md", section: "Start" },
  { path: "/docs/concepts", file: "docs/concepts.md", section: "Start" },
  { path: "/docs/credits", file: "docs/credits.md", section: "Start" },
  { path: "/docs/mcp", file: "docs/mcp.md", section: "Start", label: "Assistants (MCP)" },
  { path: "/docs/changelog", file: "docs/changelog.md", section: "Start" },
  { path: "/docs/webhooks", file: "docs/webhooks.md", section: "Webhooks", label: "Overview" },
  { path: "/docs/webhooks/verify", file: `${receiverDocs}/languages.md`, section: "Webhooks" },
  { path: "/docs/webhooks/receiver", file: "packages/receiver/README.md", section: "Webhooks", label: "Middleware" },
  {
    path: "/docs/webhooks/frameworks",
    file: `${receiverDocs}/frameworks.md`,
    section: "Webhooks",
    label: "Frameworks"
  },
  { path: "/docs/webhooks/stores", file: `${receiverDocs}/stores.md`, section: "Webhooks", label: "Stores" },
  { path: "/docs/webhooks/queues", file: `${receiverDocs}/queues.md`, section: "Webhooks", label: "Queues" },
  { path: "/docs/webhooks/testing", file: `${receiverDocs}/testing.md`, section: "Webhooks", label: "Testing" },
  {
    path: "/docs/webhooks/terminal",
    file: "packages/receiver-cli/README.md",
    section: "Webhooks",
    label: "Terminal tools"
  },
  { path: "/docs/rules-as-code", file: "apps/rule-sync/README.md", section: "Webhooks", label: "Rules as code" },
  { path: "/docs/api", file: "docs/api.md", section: "API", label: "Conventions" },
  { path: "/docs/clients", file: "docs/clients.md", section: "API", label: "Generated clients" },
  { path: "/docs/clients/typescript", file: "packages/client/README.md", section: "API", label: "TypeScript client" },
  { path: "/docs/clients/python", file: "packages/client-python/README.md", section: "API", label: "Python client" },
  { path: "/docs/forecasts", file: "docs/forecast.md", section: "API" },
  { path: "/docs/errors", file: "docs/errors.md", section: "Errors", label: "Overview" }
]

/** Where a guide says more of an operation. */
export const guideOf: Readonly<Record<string, readonly [title: string, path: string]>> = {
  estimate: ["What a call would cost", "/docs/credits#what-a-call-would-cost"],
  balance: ["Credits", "/docs/credits"],
  balanceHistory: ["Usage history", "/docs/credits#usage-history"],
  exportHistory: ["Export", "/docs/credits#export"],
  searchPosts: ["Search", "/docs/api#search"],
  keywordTrend: ["Which text matches a keyword", "/docs/concepts#which-text-matches-a-keyword"],
  semanticSearch: ["Semantic search", "/docs/api#semantic-search"],
  inspiration: ["Inspiration", "/docs/api#inspiration"],
  forecast: ["Forecasts", "/docs/api#forecasts"],
  livePosts: ["Live reads", "/docs/api#live-reads"],
  liveUsers: ["Live reads", "/docs/api#live-reads"],
  users: ["Live reads", "/docs/api#live-reads"],
  postChain: ["Live reads", "/docs/api#live-reads"],
  createEndpoint: ["Options of an endpoint", "/docs/webhooks#options-of-an-endpoint"],
  testEndpoint: ["Set up", "/docs/webhooks#set-up"],
  createRule: ["Rules", "/docs/concepts#rules"],
  previewRule: ["Preview a rule", "/docs/webhooks#preview-a-rule"],
  backtestRule: ["Backtest a rule", "/docs/webhooks#backtest-a-rule"],
  explainRule: ["Explain a rule", "/docs/webhooks#explain-a-rule"],
  rotateSecret: ["Rotate the secret", "/docs/webhooks#rotate-the-secret"],
  deleteRule: ["Delete rules and endpoints", "/docs/webhooks#delete-rules-and-endpoints"],
  deleteEndpoint: ["Delete rules and endpoints", "/docs/webhooks#delete-rules-and-endpoints"],
  listEndpoints: ["Health", "/docs/webhooks#health"],
  showEndpoint: ["Health", "/docs/webhooks#health"],
  listDeliveries: ["Delivery log", "/docs/webhooks#delivery-log"],
  showDelivery: ["Delivery log", "/docs/webhooks#delivery-log"],
  resendDelivery: ["Send again", "/docs/webhooks#send-again"],
  listenToEndpoint: ["Without a public address", "/docs/webhooks#without-a-public-address"],
  acknowledgeEvents: ["Without a public address", "/docs/webhooks#without-a-public-address"],
  recoverEndpoint: ["Recover an endpoint", "/docs/webhooks#recover-an-endpoint"],
  showRecovery: ["Recover an endpoint", "/docs/webhooks#recover-an-endpoint"],
  listRecoveries: ["Recover an endpoint", "/docs/webhooks#recover-an-endpoint"],
  cancelRecovery: ["Recover an endpoint", "/docs/webhooks#recover-an-endpoint"]
}

const pathsByFile = new Map(guides.map(({ file, path }) => [file, path]))

/** What a name in code leads to: operations and problems have a page each. */
const pagesByCode: ReadonlyMap<string, string> = new Map([
  ...operations.map(
    ({ endpoint: { method, path, identifier } }) =>
      [`${method} ${documentPath(path)}`, referencePath(identifier)] as const
  ),
  ...problemCodes.map((code) => [code, problemPath(code)] as const)
])

/** A link of the repository as one of this server; undefined for what it does not serve. */
const served = (file: string, target: string): string | undefined => {
  if (/^(?:https:|\/|#)/.test(target)) return target
  const [path = "", anchor] = target.split("#")
  const page = pathsByFile.get(posix.join(posix.dirname(file), path))
  return page === undefined ? undefined : `${page}${anchor === undefined ? "" : `#${anchor}`}`
}

const linkOrCode = /\[((?:`[^`]*`|[^\]`])*)\]\(([^)\s]+)\)|`([^`\n]+)`/g

/** Links lead to this server, or are text; known names become links. */
const withLinks = (file: string, text: string): string =>
  text.replaceAll(linkOrCode, (whole: string, label: string | undefined, target = "", code = "") => {
    if (label !== undefined) {
      const link = served(file, target)
      return link === undefined ? label : `[${label}](${link})`
    }
    const page = pagesByCode.get(code)
    return page === undefined ? whole : `[${whole}](${page})`
  })

/** The addresses of a server on the reader's machine, as the files have them. */
const withAddresses = (text: string, baseUrl: string): string =>
  text
    .replaceAll("http://127.0.0.1:4003/", "https://example.com/hooks/heddle")
    .replaceAll("http://127.0.0.1:4000", baseUrl)
    .replaceAll("HEDDLE_BASE_URL/", `${baseUrl}/`)
    .replaceAll("$HEDDLE_API_URL", baseUrl)

/** Code blocks stay as they are, and headings, which have anchors. */
const kept = /^(```[^]*?^```|#.*)$/gm

/** A page of the repository as this server shows it. */
const shown = (file: string, markdown: string, baseUrl: string): string =>
  withAddresses(markdown, baseUrl)
    .split(kept)
    .map((part, index) => (index % 2 === 1 ? part : withLinks(file, part)))
    .join("")

/** The first sentence below the title. */
const aboutOf = (markdown: string): string => {
  const text = plainText(markdown.split("\n\n")[1] ?? "")
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text
}

const root = new URL("../../../../../", import.meta.url)

export const guidePages = (baseUrl: string): ReadonlyArray<DocPage> =>
  guides.map(({ path, file, section, label }) => {
    const markdown = shown(file, readFileSync(new URL(file, root), "utf8"), baseUrl)
    const title = /^# (.+)$/m.exec(markdown)?.[1] ?? path
    return { path, section, title, ...(label === undefined ? {} : { label }), about: aboutOf(markdown), markdown }
  })
