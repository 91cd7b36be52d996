/** Labelled inputs, with hints and errors that screen readers announce, and what surrounds them. */
import { maxEmailLength } from "../../runtime/EmailAddress.ts"
import { html, type Html, type HtmlValue } from "./Html.ts"
import type { Texts } from "./Texts.ts"

export interface Field {
  readonly name: string
  readonly label: string
  readonly type: "text" | "email" | "password"
  readonly autocomplete: "username" | "email" | "current-password" | "new-password" | "one-time-code" | "off"
  /** Never of a password. */
  readonly value?: string | undefined
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly minLength?: number
  readonly maxLength?: number
  readonly autofocus?: boolean
  /** Shown for people and password managers, not to be changed. */
  readonly readOnly?: boolean
}

export const field = (field: Field): Html => {
  const { name, label, type, autocomplete, value, hint, error, minLength, maxLength, autofocus, readOnly } = field
  const describedBy = [error === undefined ? [] : `${name}-error`, hint === undefined ? [] : `${name}-hint`].flat()
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    ${error !== undefined && html`<p class="error" id="${name}-error"><span aria-hidden="true">!</span> ${error}</p>`}
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      required${[
        value !== undefined && html` value="${value}"`,
        minLength !== undefined && html` minlength="${minLength}"`,
        maxLength !== undefined && html` maxlength="${maxLength}"`,
        describedBy.length > 0 && html` aria-describedby="${describedBy.join(" ")}"`,
        error !== undefined && html` aria-invalid="true"`,
        autofocus === true && html` autofocus`,
        readOnly === true && html` readonly`,
        type === "email" && html` inputmode="email" spellcheck="false" autocapitalize="none"`
      ]}
    />
  </div>`
}

/** Of the person who signs in. */
export const emailField = (texts: Texts, given: Pick<Field, "value" | "error" | "autofocus">): Html =>
  field({
    name: "email",
    label: texts.emailAddress,
    type: "email",
    autocomplete: "username",
    maxLength: maxEmailLength,
    ...given
  })

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}" />`

/** A message above a form: read out when the page opens. */
export const notice = (texts: Texts, kind: keyof Texts["notice"], body: HtmlValue): Html => {
  const icon = { ok: "✓", warn: "!", danger: "!", info: "i" }[kind]
  return html`<div class="notice ${kind}" role="${kind === "danger" ? "alert" : "status"}">
    <span class="icon" aria-hidden="true">${icon}</span>
    <div><span class="unseen">${texts.notice[kind]}</span>${body}</div>
  </div>`
}

export const submit = (label: string, kind: "primary" | "secondary" = "primary"): Html =>
  html`<button type="submit" class="button ${kind}">${label}</button>`
