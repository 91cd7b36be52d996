/** Paths of the public port that belong to no operation and no page. */

export const mcpPath = "/mcp"

/** With the question as `q`. */
export const docsSearchPath = "/docs/search"

/** The documentation: pages for everybody, the same as Markdown and text, and addresses of former pages. */
export const docsPaths = ["/docs/*", "/docs.md", "/problems/*", "/changelog", "/llms.txt", "/llms-full.txt"] as const

/** Where Stripe sends its events. */
export const stripeWebhookPath = "/billing/stripe/webhook"

/** The metadata of the sign-in (RFC 9728). */
export const metadataPath = "/.well-known/oauth-protected-resource"
/** Where clients look first: the well-known path goes before the path of the resource. */
export const mcpMetadataPath = `${metadataPath}${mcpPath}` as const
