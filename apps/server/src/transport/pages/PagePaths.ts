/** The pages that depend on who is signed in, with their methods. */
import type { FindMyWay } from "effect/http"

export interface PersonalPage {
  readonly path: FindMyWay.PathInput
  readonly methods: ReadonlyArray<"GET" | "POST">
}

export const personalPages: ReadonlyArray<PersonalPage> = [
  { path: "/sign-in", methods: ["GET", "POST"] },
  { path: "/sign-in/passkey", methods: ["POST"] },
  { path: "/sign-in/callback/oidc", methods: ["GET"] },
  { path: "/language/:language", methods: ["GET"] },
  { path: "/sign-up", methods: ["GET", "POST"] },
  { path: "/sign-out", methods: ["GET", "POST"] },
  { path: "/verify-email", methods: ["GET", "POST"] },
  { path: "/forgot-password", methods: ["GET", "POST"] },
  { path: "/reset-password", methods: ["GET", "POST"] },
  { path: "/change-email", methods: ["GET", "POST"] },
  { path: "/oauth/authorize", methods: ["GET"] },
  { path: "/oauth/consent/:uid", methods: ["GET", "POST"] },
  { path: "/portal", methods: ["GET"] },
  { path: "/portal/*", methods: ["GET"] },
  { path: "/portal/usage.csv", methods: ["GET"] },
  { path: "/portal/open/:token", methods: ["GET", "POST"] },
  { path: "/portal/export", methods: ["GET"] }
]
