/** HTML pages that a problem's `type` links to: one for each kind, and an index, from the contract's table. */
import { type ProblemKind, problemSlug, problemTable } from "@heddle/api"
import { Effect, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

const prose = (text: string): string => escape(text).replaceAll(/`([^`]+)`/g, "<code>$1</code>")

const page = (title: string, body: string) =>
  HttpServerResponse.text(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Heddle</title><style>body{font:1rem/1.5 system-ui;max-width:42rem;margin:2rem auto;padding:0 1rem}</style>${body}<p><a href="/problems">All problems</a> · <a href="/docs">API reference</a></html>\n`,
    {
      contentType: "text/html; charset=utf-8",
      headers: { "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'" }
    }
  )

const kinds: ReadonlyArray<readonly [string, ProblemKind]> = Object.entries(problemTable)

const index = page(
  "Problems",
  `<h1>Problems</h1><p>Every error of the API is a problem document (RFC 9457). A call that fails costs nothing.</p><ul>${kinds
    .map(([code, { status }]) => `<li>${status} <a href="/problems/${problemSlug(code)}"><code>${code}</code></a>`)
    .join("")}</ul>`
)

const pages = kinds.map(([code, { status, title, when }]) =>
  HttpRouter.add(
    "GET",
    `/problems/${problemSlug(code)}`,
    page(title, `<h1>${title}</h1><p><b>${status}</b> <code>${code}</code></p><p>${prose(when)}.</p>`)
  )
)

export const ProblemPages = Layer.mergeAll(HttpRouter.add("GET", "/problems", Effect.succeed(index)), ...pages)
