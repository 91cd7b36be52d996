/** The pages for people. */
import { Layer } from "effect"
import { OidcCallback } from "./OidcCallback.ts"
import { PasswordPages } from "./PasswordPages.ts"
import { SignInPages } from "./SignInPage.ts"
import { SignUpPages } from "./SignUpPage.ts"
import { StylesheetRoute } from "./Stylesheet.ts"

export const Pages = Layer.mergeAll(StylesheetRoute, SignInPages, SignUpPages, PasswordPages, OidcCallback)
