/** The pages for people. */
import { Effect, Layer } from "effect"
import { HttpRouter } from "effect/http"
import { callbackPath, OidcSignIn } from "../../accounts/sign-in/OidcSignIn.ts"
import { Sessions } from "../../accounts/sign-in/Sessions.ts"
import { publicUrl, Settings } from "../../runtime/Settings.ts"
import { Assets } from "./Assets.ts"
import { ChangeEmailPages } from "./ChangeEmailPage.ts"
import { isLanguage, languageCookie } from "./Language.ts"
import { languagePath } from "./Page.ts"
import { pageRoute, seeOther } from "./PageRoutes.ts"
import { PasswordPages } from "./PasswordPages.ts"
import { safeReturnTo } from "./ReturnTo.ts"
import { SignInPages } from "./SignInPage.ts"
import { SignUpPages } from "./SignUpPage.ts"
import { VerifyPages } from "./VerifyPage.ts"

/** `/language/ja`: remembers the language and leads back to the page that the person came from. */
const LanguageRoute = pageRoute("GET", `${languagePath}/:language`, ({ returnTo = "/sign-in" }) =>
  Effect.map(HttpRouter.params, ({ language }) =>
    seeOther(returnTo, isLanguage(language) ? [languageCookie(language)] : [])
  )
)

/** The path of an address of ours, whatever its host; the sign-in page for anything else. */
const pathOf = (location: string | null, base: string): string => {
  const url = URL.parse(location ?? "", base)
  const path = url?.origin === URL.parse(base)?.origin && url !== null ? `${url.pathname}${url.search}` : null
  return safeReturnTo(path) ?? "/sign-in"
}

const OidcCallback = Layer.unwrap(
  Effect.gen(function* () {
    const oidc = yield* OidcSignIn
    const sessions = yield* Sessions
    const settings = yield* Settings
    if (oidc.providerName === undefined) return Layer.empty
    const base = publicUrl(settings)
    return pageRoute("GET", callbackPath, ({ headers, query, visitor }) =>
      Effect.gen(function* () {
        const response = yield* oidc.finish(new URL(`${callbackPath}?${query.toString()}`, base), headers, visitor)
        const setCookies = yield* sessions.remembered(response.headers.getSetCookie(), visitor)
        return seeOther(pathOf(response.headers.get("location"), base), setCookies)
      })
    )
  })
)

export const Pages = Layer.mergeAll(
  Assets,
  LanguageRoute,
  SignInPages,
  SignUpPages,
  VerifyPages,
  PasswordPages,
  ChangeEmailPages,
  OidcCallback
)
