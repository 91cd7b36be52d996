/** `/language/ja`: remembers the language and leads back to the page that the person came from. */
import { Effect } from "effect"
import { HttpRouter } from "effect/http"
import { isLanguage, languageCookie } from "./Language.ts"
import { languagePath } from "./LanguageLinks.ts"
import { pageRoute, seeOther } from "./PageRoutes.ts"

export const LanguageRoute = pageRoute("GET", `${languagePath}/:language`, ({ returnTo = "/sign-in" }) =>
  Effect.map(HttpRouter.params, ({ language }) =>
    seeOther(returnTo, isLanguage(language) ? [languageCookie(language)] : [])
  )
)
