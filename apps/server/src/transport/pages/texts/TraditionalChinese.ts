/** The texts of the pages around signing in, in Traditional Chinese as written in Taiwan. */
import { html } from "../Html.ts"
import type { Texts } from "./English.ts"

const refusals: Readonly<Record<number, { readonly title: string; readonly detail: string }>> = {
  404: { title: "找不到這個頁面", detail: "這個網址沒有內容。請確認網址是否正確。" },
  405: { title: "無法這樣使用這個網址", detail: "請回到上一頁，再試一次。" },
  413: { title: "送出的內容太大", detail: "請縮短內容後再試一次。" }
}

export const traditionalChinese: Texts = {
  languageChoice: "語言",
  notice: { ok: "完成：", warn: "警告：", danger: "錯誤：", info: "備註：" },
  emailAddress: "電子郵件地址",
  password: "密碼",
  or: "或",
  sendMailAgain: "重新寄送郵件",
  goneLink: "這個連結已失效",
  usedLink: "連結已使用過、超過 24 小時，或不完整。",
  mailHint: "郵件可能需要一分鐘才會送達，也請查看垃圾郵件匣。",
  badEmail: "請輸入電子郵件地址，例如 name@example.com。",
  passwordHint: (minimum, maximum) => `${minimum} 到 ${maximum} 個字元。用幾個詞組成的密碼比較好記。`,
  shortPassword: (minimum) => `密碼至少需要 ${minimum} 個字元。`,
  longPassword: (maximum) => `密碼最多 ${maximum} 個字元。`,
  continueTo: (place) => `前往 ${place}`,
  signIn: {
    title: "登入",
    withPasskey: "使用通行密鑰登入",
    withProvider: (provider) => `使用 ${provider} 登入`,
    createAccount: "建立帳號",
    forgotPassword: "忘記密碼？",
    signedOut: "您已登出。",
    passwordSet: "新密碼已設定，請用新密碼登入。",
    again: "進行這項變更前，請重新登入。",
    wrongPassword: "電子郵件地址或密碼錯誤。請檢查後再試一次，或設定新密碼。",
    noPasskey: "通行密鑰沒有回應。請再試一次，或改用密碼登入。",
    passkeyRefused: "無法使用這個通行密鑰。請再試一次，或改用密碼登入。",
    providerNotVerified: "登入服務尚未驗證您的電子郵件地址。請先在該服務完成驗證，或改用密碼登入。",
    providerDenied: "您沒有在登入服務完成登入。",
    providerFailed: "無法透過登入服務登入。請再試一次，或改用密碼登入。"
  },
  notVerified: {
    title: "請先確認您的電子郵件地址",
    text: (email) => html`您建立帳號時，我們已將含有連結的郵件寄到 <b>${email}</b>。請開啟該連結，確認這是您的地址。`
  },
  code: {
    title: "輸入驗證碼",
    label: "一次性驗證碼",
    hint: "驗證器應用程式顯示的 6 位數字，或一組備用碼。",
    wrong: "驗證碼錯誤、已過期或已使用過。請輸入應用程式目前顯示的驗證碼，或等待下一組。",
    tooLate: "已超過時間",
    tooLateText: "輸入密碼後，必須在 10 分鐘內輸入驗證碼。",
    signInAgain: (path) => html`請<a href="${path}">重新登入</a>。`
  },
  signOut: "登出",
  signUp: {
    title: "建立帳號",
    submit: "建立帳號",
    haveAccount: "我已有帳號"
  },
  checkMail: {
    title: "請查看您的信箱",
    sent: (email) => html`我們已寄信到 <b>${email}</b>。請開啟信中的連結以繼續。`,
    resetSent: (email) => html`如果 <b>${email}</b> 在這裡有帳號，我們已將連結寄到該地址。連結在 1 小時內有效。`
  },
  verify: {
    title: "確認您的電子郵件地址",
    text: "請輸入您建立帳號時設定的密碼。",
    submit: "確認並登入",
    wrongPassword: "這不是您設定的密碼，請再試一次。",
    newLink: html`如果您已確認過地址，請<a href="/sign-in">登入</a>；如果還沒有，登入後即可取得新連結。`,
    otherUser: "這個帳號屬於其他使用者",
    otherUserText: "這個地址所屬的帳號，使用者是以另一個地址登入的。請改用那個地址登入，或洽詢本服務的營運者。"
  },
  forgot: {
    title: "忘記密碼？",
    text: "我們會寄給您設定新密碼的連結。",
    submit: "寄送連結",
    back: "返回登入"
  },
  reset: {
    title: "設定新密碼",
    label: "新密碼",
    submit: "設定密碼",
    usedLink: "連結已使用過、超過 1 小時，或不完整。",
    newLink: html`請<a href="/forgot-password">取得新連結</a>。`
  },
  changeEmail: {
    title: "確認您的新地址",
    text: "之後您將以這個地址登入，我們也會寄信到這裡。",
    submit: "確認",
    done: "地址已變更",
    doneText: (email) => html`您帳號的電子郵件地址現在是 <b>${email}</b>。`,
    toPortal: "前往管理頁面",
    newLink: html`請在<a href="/portal/account">帳號頁面</a>取得新連結。`,
    taken: "這個地址已有帳號",
    takenText: "另一個帳號已使用這個地址，因此您的帳號維持原本的地址。"
  },
  tooMany: {
    title: "嘗試次數過多",
    text: (minutes) => `請在 ${minutes} 分鐘後再試一次。`,
    forgot: html`忘記密碼？您可以<a href="/forgot-password">設定新密碼</a>。`
  },
  foreignForm: {
    title: "這份表單來自其他網站",
    text: "這份表單不是從本服務的頁面送出，因此未執行任何操作。請在這裡開啟頁面，再從該頁面送出表單。"
  },
  errors: {
    title: "發生錯誤",
    text: "我們的系統發生問題，請稍後再試。",
    request: (id) => `請求編號 ${id}`,
    refused: (status) => refusals[status] ?? { title: "無法處理這個請求", detail: "請回到上一頁，再試一次。" }
  },
  openPortal: {
    title: "開啟管理頁面",
    text: (email) => html`您將以 <b>${email}</b> 登入。這個連結只能使用一次。`,
    gone: html`連結已使用過，或超過一天。請<a href="/sign-in?return_to=/portal/overview">登入</a>，或索取新連結。`
  },
  consent: {
    title: "連結應用程式",
    text: (name) => html`自稱為<strong>「${name}」</strong>的應用程式想要使用您的帳號。`,
    application: "應用程式",
    quoted: (name) => `「${name}」`,
    host: "完成後返回",
    account: "您的帳號",
    onDevice: (host) =>
      html`<code>${host}</code>
        會連到您自己的裝置，裝置上的任何程式都能使用這個名稱。只有在您剛剛親自要求連結時，才請允許。`,
    onSite: (host) => html`這個名稱未經查證。只有在您信任 <code>${host}</code>，而且是您親自要求連結時，才請允許。`,
    may: "允許後可以",
    mayRead: "搜尋及讀取貼文、作者和統計資料。它的呼叫會花用您帳號的點數。",
    maySeeBalance: "查看您帳號的餘額。",
    mayNot: "它不能管理 Webhook 或 API 金鑰。您隨時可以在管理頁面中斷連結。",
    allow: "允許",
    deny: "拒絕",
    ended: "這個要求已結束",
    endedText: "這個要求等待太久、您已回覆過，或是由其他瀏覽器發起。請從您要連結的應用程式重新開始。",
    changed: "未做任何變更",
    changedText: "您目前登入的帳號與頁面上顯示的不同。請回到上一頁，重新載入後再確認帳號。",
    full: "已連結的應用程式過多",
    fullText: (maximum) =>
      html`一個帳號最多可連結 ${maximum} 個應用程式。請先<a href="/portal/connections">中斷其中一個的連結</a>。`,
    allowed: "已連結",
    allowedText: "這個應用程式可以使用您的帳號。如果沒有自動開啟，請按這裡繼續。",
    denied: "未連結",
    deniedText: "您未允許任何存取。如果沒有自動開啟，請按這裡繼續。",
    refused: "無法連結這個應用程式",
    unknownClient: "這個應用程式未在這裡註冊，或註冊已失效。請從該應用程式移除本服務，再重新新增。未允許任何存取。",
    unknownRedirect: "這個應用程式要求將回應傳送到它未註冊的網址。未允許任何存取。",
    notValid: "這個應用程式的要求無效。未允許任何存取。"
  }
}
