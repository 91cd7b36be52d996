/** The mails about signing in. Those with a link are secret: the link is worth a password until it is used or expires. */
import { Effect, Option } from "effect"
import { MailQueue, type NewMail } from "../../mail/MailQueue.ts"
import { publicUrl, Settings } from "../../runtime/Settings.ts"

type Kind = Pick<NewMail, "secret" | "byAnyone">
const notice: Kind = {}
const secret: Kind = { secret: true }
const newLink: Kind = { secret: true, byAnyone: true }
const toAnybody: Kind = { byAnyone: true }

const closing = "If this was not you, ignore this email."

export interface Link {
  readonly email: string
  readonly token: string
  /** The path to go to afterwards. */
  readonly returnTo?: string | undefined
}

export const makeUserMails = Effect.gen(function* () {
  const { enqueue } = yield* MailQueue
  const settings = yield* Settings
  const base = publicUrl(settings)

  const link = (path: string, parameters: Readonly<Record<string, string>>, returnTo: string | undefined) => {
    const query = new URLSearchParams({ ...parameters, ...(returnTo === undefined ? {} : { return_to: returnTo }) })
    return `${base}${path}?${query.toString()}`
  }

  const send = (to: string, kind: Kind, subject: string, ...lines: ReadonlyArray<string>) =>
    enqueue({ accountId: null, to, subject, ...kind, text: [...lines, ""].join("\n") })

  return {
    verification: ({ email, token, returnTo }: Link) =>
      send(
        email,
        newLink,
        "Heddle: confirm your address",
        `Somebody, probably you, created a Heddle account with this address at ${base}.`,
        "",
        "To confirm the address, open this link within 24 hours and enter the password you chose:",
        "",
        link("/verify-email", { token }, returnTo),
        "",
        closing
      ),
    reset: ({ email, token, returnTo }: Link) =>
      send(
        email,
        secret,
        "Heddle: set a new password",
        `Somebody, probably you, asked to set a new password for Heddle at ${base}.`,
        "",
        "To set it, open this link within 1 hour:",
        "",
        link("/reset-password", { token, email }, returnTo),
        "",
        `${closing} Your password stays as it is.`
      ),
    existing: (email: string) =>
      send(
        email,
        toAnybody,
        "Heddle: you already have an account",
        "Somebody, probably you, tried to create a Heddle account with this address. It already has one.",
        "",
        `Sign in:            ${base}/sign-in`,
        `Forgot password:    ${base}/forgot-password`,
        "",
        closing
      ),
    newAddress: ({ email, token }: Link) =>
      send(
        email,
        newLink,
        "Heddle: confirm your new address",
        `Somebody, probably you, wants to use this address for their Heddle account at ${base}.`,
        "",
        "To confirm it, open this link within 24 hours:",
        "",
        link("/change-email", { token }, undefined),
        "",
        closing
      ),
    addressChangeAsked: (email: string, next: string) =>
      send(
        email,
        notice,
        "Heddle: your address is about to change",
        `Somebody, probably you, asked to use ${next} for your Heddle account at ${base} from now on.`,
        "The change takes effect when the link in the email to that address is opened.",
        "",
        `If this was not you, set a new password at once: ${base}/forgot-password`
      ),
    addressChanged: (email: string, next: string) =>
      send(
        email,
        notice,
        "Heddle: your address was changed",
        `Your Heddle account at ${base} now has the address ${next}. We no longer write to this one.`,
        "",
        "If this was not you, tell the operator of this service."
      ),
    changed: (email: string) =>
      send(
        email,
        notice,
        "Heddle: your password was changed",
        `The password for Heddle at ${base} was changed, and other browsers were signed out.`,
        "Connected applications and API keys still work. To end those that you do not want:",
        "",
        `Applications:       ${base}/portal/connections`,
        `API keys:           ${base}/portal/keys`,
        "",
        `If this was not you, set a new one at once: ${base}/forgot-password`
      ),
    wrongCodes: (email: string) =>
      send(
        email,
        notice,
        "Heddle: wrong codes after your password",
        `Somebody entered your password for Heddle at ${base} and then several wrong one-time codes. Nobody got in that way.`,
        "",
        `If this was not you, somebody knows your password. Set a new one at once: ${base}/forgot-password`
      )
  }
})

export type UserMails = Effect.Success<typeof makeUserMails>

/** Whether browsers reach the pages by https, so that their cookies can be kept from anything else. */
export const isHttps = ({ baseUrl }: Settings["Service"]): boolean =>
  Option.exists(baseUrl, (url) => url.startsWith("https://"))

/** Of the names of our cookies. With `__Host-`, no other host and no page by http can set them. */
export const cookiePrefix = (settings: Settings["Service"]): string => (isHttps(settings) ? "__Host-heddle" : "heddle")
