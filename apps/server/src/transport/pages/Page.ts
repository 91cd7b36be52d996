/** The layout of the pages that people use: scripts only for passkeys and the documentation, one stylesheet, nothing from another host, never stored. */
import { HttpServerResponse } from "effect/http"
import { icon, stylesheet } from "./Assets.ts"
import { type Html, html, type HtmlValue } from "./Html.ts"
import { type Language, languages } from "./Language.ts"
import type { Reader } from "./Reader.ts"
import { withReturnTo } from "./ReturnTo.ts"
import { fill } from "./Texts.ts"

/** Followed by the code of a language: the route that remembers it. */
export const languagePath = "/language"

const languageLinks = ({ language, texts, here }: Reader): Html =>
  html`<nav class="languages" aria-label="${texts.languageChoice}">
    ${Object.entries(languages).map(
      ([code, name]) =>
        html`<a
          href="${withReturnTo(`${languagePath}/${code}`, here)}"
          lang="${code}"
          hreflang="${code}"
          ${code === language && html` aria-current="true"`}
          >${name}</a
        >`
    )}
  </nav>`

export interface PageContent {
  /** Also the heading of the page. */
  readonly title: string
  readonly body: HtmlValue
  /** Whose language the page is in, with links to the others. Without, it is in English only. */
  readonly reader?: Reader
  /** Further elements of `<head>`. */
  readonly head?: HtmlValue
  /** Address of a script of ours. It may ask this service only. */
  readonly script?: string
  /** A page to read: as wide as lines may be, with links to the others. Without, a form. */
  readonly isText?: boolean
}

/** What stands between the title and the end of a document. */
interface Frame {
  readonly title: string
  readonly language?: Language
  readonly head?: HtmlValue
  readonly header: HtmlValue
  readonly content: HtmlValue
}

const navigation = html`<nav aria-label="Heddle">
  <a href="/docs">Docs</a>
  <a href="/portal">Portal</a>
</nav>`

const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** Of every such page. */
export const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": contentSecurityPolicy,
  "cache-control": "no-store",
  // With `no-referrer`, browsers would send `Origin: null` with our own forms.
  "referrer-policy": "same-origin",
  "x-frame-options": "DENY"
} as const

/** Of a page with a script of ours, which may ask this service only. */
export const scriptPageHeaders = {
  ...pageHeaders,
  "content-security-policy": `${contentSecurityPolicy}; script-src 'self'; connect-src 'self'`
} as const

/** Of the pages for everybody. */
export const publicHeader = [html`<a class="wordmark" href="/">Heddle</a>`, navigation]

export const documentOf = ({ title, language = "en", head, header, content }: Frame): Html =>
  html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title === "Heddle" ? title : `${title} · Heddle`}</title>
        <link rel="stylesheet" href="${stylesheet.url}" />
        <link rel="icon" href="${icon.url}" type="image/svg+xml" />
        ${head}
      </head>
      <body>
        <header>${header}</header>
        ${content}
      </body>
    </html> `

export const pageDocument = ({ title, body, reader, head, script, isText = false }: PageContent): Html =>
  documentOf({
    title,
    ...(reader === undefined ? {} : { language: reader.language }),
    head: [head, script !== undefined && html`<script src="${script}" type="module"></script>`],
    header: isText
      ? publicHeader
      : [html`<a class="wordmark" href="/sign-in">Heddle</a>`, reader !== undefined && languageLinks(reader)],
    content: html`<main${isText && html` class="text"`}>
      <h1>${title}</h1>
      ${body}
    </main>`
  })

export const page = (content: PageContent, status = 200): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(pageDocument(content).text, {
    status,
    contentType: pageHeaders["content-type"],
    headers: content.script === undefined ? pageHeaders : scriptPageHeaders
  })

/**
 * Sends the browser to an address of another origin, which the label names. The policy's `form-action` would stop a
 * redirect that follows a form, so this is a page that goes there by itself, with a link for browsers that do not.
 */
export const leave = (
  url: URL,
  { title, body, reader }: PageContent & { readonly reader: Reader },
  label = url.host
): HttpServerResponse.HttpServerResponse =>
  page({
    title,
    reader,
    head: html`<meta http-equiv="refresh" content="0; url=${url.href}" />`,
    body: html`${body}
      <p><a class="button" href="${url.href}">${fill(reader.texts.continueTo, { place: label })}</a></p>`
  })
