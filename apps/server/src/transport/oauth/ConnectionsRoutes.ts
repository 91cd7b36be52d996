/** The page of the applications that are connected with an account. */
import { Effect, Layer, Option, Schema } from "effect"
import { HttpRouter } from "effect/http"
import { actingAs, person as personOf } from "../../accounts/audit/Actor.ts"
import type { Connection } from "../../accounts/oauth/Connection.ts"
import { Connections } from "../../accounts/oauth/Connections.ts"
import { Sessions } from "../../accounts/sessions/Sessions.ts"
import { ConnectionId } from "../../runtime/Ids.ts"
import { hidden, submit } from "../pages/Fields.ts"
import { html, type Html } from "../pages/Html.ts"
import { page } from "../pages/Page.ts"
import type { PageRequest } from "../pages/PageRequest.ts"
import { pageRoute, seeOther } from "../pages/PageRoutes.ts"
import { withReturnTo } from "../pages/ReturnTo.ts"
import { changedPage } from "./ConsentPage.ts"
import { makeFormToken, tokenField } from "./FormToken.ts"

const path = "/connections"
const purpose = "disconnect"
const signInFirst = seeOther(withReturnTo("/sign-in", path))

const minute = (date: Date): string => `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`

const row = (token: string, connection: Connection): Html => {
  const { id, application, redirectHost, connectedAt, lastUsedAt } = connection
  return html`<li>
    <strong>“${application}”</strong>
    <p class="muted">
      ${redirectHost} · connected ${minute(connectedAt)} ·
      ${lastUsedAt === null ? "never used" : `last used ${minute(lastUsedAt)}`}
    </p>
    <form method="post" action="${path}/${id}/disconnect">
      ${hidden(tokenField, token)} ${submit("Disconnect", "danger")}
    </form>
  </li>`
}

const show = Effect.fnUntraced(function* ({ headers }: PageRequest) {
  const person = yield* (yield* Sessions).find(headers)
  if (Option.isNone(person)) return signInFirst
  const connections = yield* (yield* Connections).list(person.value.accountId)
  const token = (yield* makeFormToken).of(purpose, person.value)
  const rows = connections.map((connection) => row(token, connection))
  return page({
    title: "Connected applications",
    body: html`<p>These applications may use the account of ${person.value.email}. Their calls spend its credits.</p>
      ${
        rows.length === 0
          ? html`<p class="muted">No application is connected.</p>`
          : html`<ul class="rows">
              ${rows}
            </ul>`
      }`
  })
})

const disconnect = Effect.fnUntraced(function* ({ headers, form }: PageRequest) {
  const person = yield* (yield* Sessions).find(headers)
  if (Option.isNone(person)) return signInFirst
  if (!(yield* makeFormToken).isOf(form, purpose, person.value)) return page(changedPage, 403)
  const id = Schema.decodeUnknownOption(ConnectionId)((yield* HttpRouter.params)["id"])
  // One that is gone already is what was asked for.
  if (Option.isSome(id))
    yield* Effect.ignore((yield* Connections).disconnect(person.value.accountId, id.value)).pipe(
      actingAs(personOf(person.value.email))
    )
  return seeOther(path)
})

export const ConnectionsRoutes = Layer.mergeAll(
  pageRoute("GET", path, show),
  pageRoute("POST", `${path}/:id/disconnect`, disconnect)
)
