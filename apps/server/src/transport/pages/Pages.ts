/** The pages for people. */
import { Layer } from "effect"
import { Assets } from "./Assets.ts"
import { ChangeEmailPages } from "./ChangeEmailPage.ts"
import { LanguageRoute } from "./LanguageRoute.ts"
import { OidcCallback } from "./OidcCallback.ts"
import { PasswordPages } from "./PasswordPages.ts"
import { SignInPages } from "./SignInPage.ts"
import { SignUpPages } from "./SignUpPage.ts"
import { VerifyPages } from "./VerifyPage.ts"

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
