/** The pages around signing in, in every language. */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { onAnyDatabaseWith } from "../../../../../test/support/Databases.ts"
import { type Browser, browser } from "../../support/PageVisits.ts"
import { textsIn, visibleText } from "../../support/PageTexts.ts"
import { ServedApi } from "../../support/ServedApi.ts"
import { freshEmail, password } from "../../support/SignIn.ts"
import { textsOf } from "../../../src/transport/pages/Texts.ts"

const titles = {
  en: { signIn: "Sign in", signUp: "Create an account", forgot: "Forgot your password?", wrong: "password is wrong" },
  "zh-Hant": { signIn: "登入", signUp: "建立帳號", forgot: "忘記密碼？", wrong: "電子郵件地址或密碼錯誤" },
  ja: {
    signIn: "ログイン",
    signUp: "アカウントを作成",
    forgot: "パスワードをお忘れですか？",
    wrong: "パスワードが正しくありません"
  }
} as const

type Language = keyof typeof titles

const languages = ["en", "zh-Hant", "ja"] as const

/** The pages that anybody can open, and what they answer to forms. */
const visits = Effect.fnUntraced(function* ({ get, post }: Browser, own: Readonly<Record<string, string>>) {
  const email = yield* freshEmail
  const pages = {
    signIn: yield* get("/sign-in?return_to=/portal/keys", own),
    signedOut: yield* get("/sign-in?done=signed_out", own),
    passwordSet: yield* get("/sign-in?done=password_set", own),
    again: yield* get("/sign-in?again", own),
    providerFailed: yield* get("/sign-in?error=access_denied", own),
    wrong: yield* post("/sign-in", { email, password: "not the password" }, own),
    late: yield* post("/sign-in", { with: "code", ticket: "none", code: "123456" }, own),
    noPasskey: yield* post("/sign-in", { with: "passkey", response: "{}" }, own),
    signUp: yield* get("/sign-up", own),
    refused: yield* post("/sign-up", { email: "nobody", password: "short" }, own),
    long: yield* post("/sign-up", { email, password: "x".repeat(200) }, own),
    sent: yield* post("/sign-up", { email, password }, own),
    unverified: yield* post("/sign-in", { email, password }, own),
    forgot: yield* get("/forgot-password", own),
    linkSent: yield* post("/forgot-password", { email }, own),
    reset: yield* get("/reset-password?token=t", own),
    badReset: yield* post("/reset-password", { token: "t", password }, own),
    badVerify: yield* get("/verify-email?token=t", own),
    changeEmail: yield* get("/change-email?token=t", own),
    badChange: yield* post("/change-email", { token: "t" }, own),
    signOut: yield* get("/sign-out", own),
    badLink: yield* get("/portal/open/none", own),
    unknownClient: yield* get("/oauth/authorize?client_id=none", own),
    foreign: yield* post("/sign-up", { email, password }, { ...own, origin: "https://evil.example" }),
    tooLarge: yield* post("/sign-up", { email: "x".repeat(70_000) }, own)
  }
  return { email, pages }
})

onAnyDatabaseWith("Languages of the pages", { services: ServedApi.layer }, (it) => {
  it.effect.each(languages)("speak %s from the heading to the last link", (language: Language) =>
    Effect.gen(function* () {
      const { baseUrl } = yield* ServedApi
      const own = { origin: baseUrl, "accept-language": `fr, ${language};q=0.8` }
      const { email, pages } = yield* visits(yield* browser, own)
      const expected = titles[language]
      assert.include(pages.signIn.text, `<h1>${expected.signIn}</h1>`)
      assert.include(pages.signUp.text, `<h1>${expected.signUp}</h1>`)
      assert.include(pages.forgot.text, `<h1>${expected.forgot}</h1>`)
      assert.include(pages.wrong.text, expected.wrong)
      assert.include(pages.sent.text, textsOf[language].noMail)
      const sentences = textsIn(textsOf.en).map(([, text]) => text)
      for (const [name, { text }] of Object.entries(pages)) {
        assert.include(text, `<html lang="${language}">`, name)
        assert.notMatch(text, /\{\w+\}/, name)
        assert.match(text, new RegExp(`hreflang="${language}"\\s+aria-current="true"`), name)
        if (language === "en") continue
        // The error of OAuth is that of its protocol.
        const protocol = /invalid_client.*|req_\w+/gs
        const read = [email, "name@example.com"].reduce((rest, own) => rest.replaceAll(own, ""), visibleText(text))
        const rest = read.replaceAll(protocol, "")
        for (const sentence of sentences) assert.isFalse(rest.includes(sentence), `${name}: ${sentence} in ${rest}`)
        assert.notMatch(rest, /[a-z]+[ ,.]+[a-z]+/i, name)
      }
    })
  )

  it.effect("are chosen by a link that sets the portal's cookie and keeps where to go", () =>
    Effect.gen(function* () {
      const { get, post, cookies } = yield* browser
      const path = "/sign-in?return_to=%2Foauth%2Fauthorize%3Fclient_id%3Da%26state%3Db"
      const { text } = yield* get(path)
      const links = [...text.matchAll(/href="(\/language\/[^"]+)"/g)].map(([, link = ""]) =>
        link.replaceAll("&amp;", "&")
      )
      assert.strictEqual(links.length, 3)
      const japanese = yield* get(links[2] ?? "")
      assert.deepStrictEqual([japanese.status, japanese.location], [303, path])
      assert.deepStrictEqual(japanese.headers.getSetCookie(), [
        "heddle_lang=ja; Max-Age=31536000; Path=/; SameSite=Lax"
      ])
      assert.strictEqual(cookies.get("heddle_lang"), "ja")
      const shown = yield* get(path, { cookie: "heddle_lang=ja", "accept-language": "zh-TW" })
      assert.include(shown.text, '<html lang="ja">')
      assert.include(shown.text, 'name="return_to" value="/oauth/authorize?client_id=a&amp;state=b"')
      const wrong = yield* post("/sign-in", { email: "a@example.com", password: "x", return_to: "/portal/keys" })
      assert.include(wrong.text, "/language/en?return_to=%2Fsign-in%3Freturn_to%3D%252Fportal%252Fkeys")
      const reset = yield* post("/reset-password", { token: "a b", password: "x", username: "a@example.com" })
      assert.include(reset.text, `return_to=${encodeURIComponent("/reset-password?token=a+b")}`)
      assert.notInclude(reset.text, encodeURIComponent("a@example.com"))
    })
  )

  it.effect("are chosen by no link to another place, and no unknown language", () =>
    Effect.gen(function* () {
      const { get } = yield* browser
      for (const hostile of ["https://evil.example/", "//evil.example", "/\\evil.example", ""]) {
        const { location } = yield* get(`/language/ja?return_to=${encodeURIComponent(hostile)}`)
        assert.strictEqual(location, "/sign-in")
      }
      for (const unknown of ["fr", "constructor", "ja%0d%0aSet-Cookie:%20a=b", "%E0%A4%A"]) {
        const answer = yield* get(`/language/${unknown}?return_to=/sign-up`)
        assert.isBelow(answer.status, 500)
        assert.deepStrictEqual(answer.headers.getSetCookie(), [])
      }
    })
  )

  it.effect("answer whatever the cookie contains", () =>
    Effect.gen(function* () {
      const { get } = yield* browser
      for (const cookie of ["heddle_lang", "heddle_lang=%E0%A4%A", 'heddle_lang="><script>', "=;;=heddle_lang=ja"]) {
        const { status, text } = yield* get("/sign-in", { cookie, "accept-language": "zh-TW" })
        assert.strictEqual(status, 200)
        assert.include(text, '<html lang="zh-Hant">')
      }
    })
  )
})
