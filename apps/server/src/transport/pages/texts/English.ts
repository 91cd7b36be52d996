/** The texts of the pages around signing in, in English. The other tables have its shape. */
import { html, type Html } from "../Html.ts"

export const english = {
  /** Names the links to the other languages. */
  languageChoice: "Language",
  /** Says to screen readers what a coloured box means. */
  notice: { ok: "Done: ", warn: "Warning: ", danger: "Error: ", info: "Note: " },
  emailAddress: "Email address",
  password: "Password",
  or: "or",
  sendMailAgain: "Send the email again",
  goneLink: "This link no longer works",
  usedLink: "The link was already used, is older than 24 hours, or is incomplete.",
  mailHint: "It may take a minute to arrive. Check your spam folder, too.",
  badEmail: "Enter an email address, such as name@example.com.",
  passwordHint: (minimum: number, maximum: number): string =>
    `${minimum} to ${maximum} characters. A few words are easy to remember.`,
  shortPassword: (minimum: number): string => `Choose a password of at least ${minimum} characters.`,
  longPassword: (maximum: number): string => `Choose a password of at most ${maximum} characters.`,
  continueTo: (place: string): string => `Continue to ${place}`,
  signIn: {
    title: "Sign in",
    withPasskey: "Sign in with a passkey",
    withProvider: (provider: string): string => `Sign in with ${provider}`,
    createAccount: "Create an account",
    forgotPassword: "Forgot your password?",
    signedOut: "You are signed out.",
    passwordSet: "Your new password is set. Sign in with it.",
    again: "This change needs a recent sign-in. Sign in again.",
    wrongPassword: "The email address or the password is wrong. Check both, or set a new password.",
    noPasskey: "No passkey responded. Try again, or sign in with your password.",
    passkeyRefused: "The passkey was not accepted. Try again, or sign in with your password.",
    providerNotVerified:
      "Your provider has not verified your email address. Verify it there, or sign in with a password.",
    providerDenied: "You did not sign in with your provider.",
    providerFailed: "Signing in through your provider did not work. Try again, or sign in with a password."
  },
  notVerified: {
    title: "Confirm your address first",
    text: (email: string): Html =>
      html`We sent an email with a link to <b>${email}</b> when you created your account. Open the link to confirm that
        the address is yours.`
  },
  code: {
    title: "Enter your code",
    label: "One-time code",
    hint: "The 6 digits that your authenticator app shows, or one of your backup codes.",
    wrong:
      "This code is wrong, expired or already used. Enter the code that your app shows now, or wait for the next one.",
    tooLate: "This took too long",
    tooLateText: "After entering your password, you have 10 minutes to enter the code.",
    signInAgain: (path: string): Html => html`<a href="${path}">Sign in again</a>.`
  },
  signOut: "Sign out",
  signUp: {
    title: "Create an account",
    submit: "Create account",
    haveAccount: "I have an account"
  },
  checkMail: {
    title: "Check your mail",
    sent: (email: string): Html => html`We sent an email to <b>${email}</b>. Open the link in it to continue.`,
    resetSent: (email: string): Html =>
      html`If <b>${email}</b> has an account here, we sent a link to it. The link works for 1 hour.`
  },
  verify: {
    title: "Confirm your address",
    text: "Enter the password you chose when you created the account.",
    submit: "Confirm and sign in",
    wrongPassword: "This is not the password you chose. Try again.",
    newLink: html`If you have confirmed your address, <a href="/sign-in">sign in</a>. If not, sign in for a new link.`,
    otherUser: "This account has another user",
    otherUserText:
      "The account with your address belongs to somebody who signs in with another address. Sign in with that address, or ask the operator of this service."
  },
  forgot: {
    title: "Forgot your password?",
    text: "We send you a link to set a new one.",
    submit: "Send the link",
    back: "Back to sign-in"
  },
  reset: {
    title: "Set a new password",
    label: "New password",
    submit: "Set password",
    usedLink: "The link was already used, is older than 1 hour, or is incomplete.",
    newLink: html`<a href="/forgot-password">Request a new link</a>.`
  },
  changeEmail: {
    title: "Confirm your new address",
    text: "From now on you sign in with this address, and we write to it.",
    submit: "Confirm",
    done: "Your address is changed",
    doneText: (email: string): Html => html`Your account now has the address <b>${email}</b>.`,
    toPortal: "Go to the portal",
    newLink: html`Request a new link <a href="/portal/account">in the portal</a>.`,
    taken: "This address has an account",
    takenText: "Another account now uses this address, so yours keeps its current address."
  },
  tooMany: {
    title: "Too many attempts",
    text: (minutes: number): string => `Try again in ${minutes === 1 ? "1 minute" : `${minutes} minutes`}.`,
    forgot: html`Forgot your password? <a href="/forgot-password">Set a new one</a>.`
  },
  foreignForm: {
    title: "This form came from another site",
    text: "The form did not come from a page of this service, so nothing was done. Open the page here and send the form from it."
  },
  errors: {
    title: "Something went wrong",
    text: "Something went wrong on our side. Try again in a moment.",
    request: (id: string): string => `Request ${id}`,
    /** A problem that the request has, which the API words in English. */
    refused: (_status: number, problem: { readonly title: string; readonly detail: string }) => problem
  },
  openPortal: {
    title: "Open the portal",
    text: (email: string): Html => html`You will be signed in as <b>${email}</b>. The link works once.`,
    gone: html`The link was already used, or is older than a day.
      <a href="/sign-in?return_to=/portal/overview">Sign in</a>, or ask for a new link.`
  },
  consent: {
    title: "Connect an application",
    text: (name: string): Html =>
      html`An application that calls itself <strong>“${name}”</strong> wants to use your account.`,
    application: "Application",
    quoted: (name: string): string => `“${name}”`,
    host: "Sends you back to",
    account: "Your account",
    onDevice: (host: string): Html =>
      html`<code>${host}</code> leads to your own device. Any program on it can call itself by this name. Allow it only
        if you started this connection yourself just now.`,
    onSite: (host: string): Html =>
      html`Nobody has checked the name. Allow it only if you trust <code>${host}</code> and started this connection
        yourself.`,
    may: "What it may do",
    mayRead: "Search and read posts, authors and statistics. Its calls spend credits of your account.",
    maySeeBalance: "See the balance of your account.",
    mayNot: "It may not manage webhooks or API keys. You can disconnect it at any time in the portal.",
    allow: "Allow",
    deny: "Deny",
    ended: "This request has ended",
    endedText:
      "It waited too long, you have answered it already, or another browser began it. Start again in the application that you want to connect.",
    changed: "Nothing was changed",
    changedText:
      "You are signed in with another account than the one that the page showed. Go back, load the page again and check the account.",
    full: "Too many connected applications",
    fullText: (maximum: number): Html =>
      html`An account can have ${maximum} connected applications.
        <a href="/portal/connections">Disconnect one</a> first.`,
    allowed: "Connected",
    allowedText: "The application may use your account. If it does not open by itself, continue here.",
    denied: "Not connected",
    deniedText: "Nothing was allowed. If it does not open by itself, continue here.",
    refused: "The application cannot be connected",
    unknownClient:
      "The application is not registered here, or no longer. Remove this service from the application and add it again. Nothing was allowed.",
    unknownRedirect:
      "The application wants the answer sent to an address that it did not register. Nothing was allowed.",
    notValid: "The application's request is not valid. Nothing was allowed."
  }
}

export type Texts = typeof english
