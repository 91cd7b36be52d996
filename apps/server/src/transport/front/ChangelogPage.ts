/** `/changelog`: the changelog of the repository. */
import { HttpRouter } from "effect/http"
import { Marked } from "marked"
import { readFileSync } from "node:fs"
import { Html } from "../pages/Html.ts"
import { page } from "../pages/Page.ts"

// Read once at start-up: the file ships with the package. The page has the title already.
const changelog = readFileSync(new URL("../../../../../docs/changelog.md", import.meta.url), "utf8").replace(
  /^# .*\n/,
  ""
)

/** The server has no pages for the other files of `docs`, so links to them stay text. */
const marked = new Marked({
  renderer: {
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens)
      return /^(?:https:\/\/|\/)/.test(href) ? `<a href="${encodeURI(href)}">${text}</a>` : text
    }
  }
})

export const ChangelogPage = HttpRouter.add(
  "GET",
  "/changelog",
  page({ title: "Changelog", isText: true, body: new Html(marked.parse(changelog, { async: false })) })
)
