/** Sentences with `code` in them, as the contract writes them. */
import { html, type HtmlValue } from "../pages/Html.ts"

export const prose = (text: string): HtmlValue =>
  text.split("`").map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))
