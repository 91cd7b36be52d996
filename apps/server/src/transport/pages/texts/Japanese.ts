/** The texts of the pages around signing in, in Japanese. */
import { html } from "../Html.ts"
import type { Texts } from "./English.ts"

const refusals: Readonly<Record<number, { readonly title: string; readonly detail: string }>> = {
  404: { title: "ページが見つかりません", detail: "このアドレスには何もありません。アドレスをご確認ください。" },
  405: { title: "この操作はできません", detail: "前のページに戻って、もう一度お試しください。" },
  413: { title: "送信された内容が大きすぎます", detail: "内容を短くして、もう一度お試しください。" }
}

export const japanese: Texts = {
  languageChoice: "言語",
  notice: { ok: "完了：", warn: "警告：", danger: "エラー：", info: "お知らせ：" },
  emailAddress: "メールアドレス",
  password: "パスワード",
  or: "または",
  sendMailAgain: "メールを再送する",
  goneLink: "このリンクは使えません",
  usedLink: "リンクは使用済みか、24 時間を過ぎているか、不完全です。",
  mailHint: "届くまで 1 分ほどかかることがあります。迷惑メールフォルダーもご確認ください。",
  badEmail: "name@example.com のようなメールアドレスを入力してください。",
  passwordHint: (minimum, maximum) => `${minimum}～${maximum} 文字。いくつかの単語を並べると覚えやすくなります。`,
  shortPassword: (minimum) => `パスワードは ${minimum} 文字以上にしてください。`,
  longPassword: (maximum) => `パスワードは ${maximum} 文字以内にしてください。`,
  continueTo: (place) => `${place} へ進む`,
  signIn: {
    title: "ログイン",
    withPasskey: "パスキーでログイン",
    withProvider: (provider) => `${provider} でログイン`,
    createAccount: "アカウントを作成",
    forgotPassword: "パスワードをお忘れですか？",
    signedOut: "ログアウトしました。",
    passwordSet: "新しいパスワードを設定しました。そのパスワードでログインしてください。",
    again: "この変更の前に、もう一度ログインしてください。",
    wrongPassword:
      "メールアドレスまたはパスワードが正しくありません。両方をご確認いただくか、新しいパスワードを設定してください。",
    noPasskey: "パスキーの応答がありませんでした。もう一度試すか、パスワードでログインしてください。",
    passkeyRefused: "このパスキーではログインできませんでした。もう一度試すか、パスワードでログインしてください。",
    providerNotVerified:
      "ログインサービスでメールアドレスが確認されていません。そちらで確認を済ませるか、パスワードでログインしてください。",
    providerDenied: "ログインサービスでのログインが完了しませんでした。",
    providerFailed: "ログインサービスからログインできませんでした。もう一度試すか、パスワードでログインしてください。"
  },
  notVerified: {
    title: "先にメールアドレスを確認してください",
    text: (email) =>
      html`アカウントの作成時に、リンクを記載したメールを
        <b>${email}</b> にお送りしました。リンクを開いて、ご自身のアドレスであることを確認してください。`
  },
  code: {
    title: "コードを入力してください",
    label: "ワンタイムコード",
    hint: "認証アプリに表示された 6 桁の数字、またはバックアップコードのいずれか 1 つです。",
    wrong:
      "コードが正しくないか、期限切れか、使用済みです。アプリに今表示されているコードを入力するか、次のコードをお待ちください。",
    tooLate: "時間切れです",
    tooLateText: "パスワードの入力後、10 分以内にコードを入力してください。",
    signInAgain: (path) => html`<a href="${path}">もう一度ログイン</a>してください。`
  },
  signOut: "ログアウト",
  signUp: {
    title: "アカウントを作成",
    submit: "アカウントを作成",
    haveAccount: "アカウントをお持ちの方"
  },
  checkMail: {
    title: "メールをご確認ください",
    sent: (email) => html`<b>${email}</b> にメールをお送りしました。続けるには、メールのリンクを開いてください。`,
    resetSent: (email) =>
      html`<b>${email}</b> のアカウントがある場合は、そのアドレスにリンクをお送りしました。リンクは 1 時間有効です。`
  },
  verify: {
    title: "メールアドレスの確認",
    text: "アカウントの作成時に設定したパスワードを入力してください。",
    submit: "確認してログイン",
    wrongPassword: "設定したパスワードと一致しません。もう一度お試しください。",
    newLink: html`アドレスの確認がお済みの場合は、<a href="/sign-in">ログイン</a
      >してください。まだの場合は、ログインすると新しいリンクを受け取れます。`,
    otherUser: "このアカウントには別の利用者がいます",
    otherUserText:
      "このメールアドレスのアカウントは、別のアドレスでログインする方が使用しています。そのアドレスでログインするか、このサービスの運営者にお問い合わせください。"
  },
  forgot: {
    title: "パスワードをお忘れですか？",
    text: "新しいパスワードを設定するためのリンクをお送りします。",
    submit: "リンクを送信",
    back: "ログインに戻る"
  },
  reset: {
    title: "新しいパスワードの設定",
    label: "新しいパスワード",
    submit: "パスワードを設定",
    usedLink: "リンクは使用済みか、1 時間を過ぎているか、不完全です。",
    newLink: html`<a href="/forgot-password">新しいリンクを発行</a>してください。`
  },
  changeEmail: {
    title: "新しいメールアドレスの確認",
    text: "今後はこのアドレスでログインし、メールもこのアドレスに届きます。",
    submit: "確認",
    done: "メールアドレスを変更しました",
    doneText: (email) => html`アカウントのメールアドレスは <b>${email}</b> になりました。`,
    toPortal: "管理画面へ進む",
    newLink: html`<a href="/portal/account">アカウントの画面</a>で新しいリンクを発行してください。`,
    taken: "このアドレスにはアカウントがあります",
    takenText: "別のアカウントがこのアドレスを使用しているため、現在のアドレスのままになります。"
  },
  tooMany: {
    title: "試行回数が多すぎます",
    text: (minutes) => `${minutes} 分後にもう一度お試しください。`,
    forgot: html`パスワードをお忘れの場合は、<a href="/forgot-password">新しいパスワードを設定</a>してください。`
  },
  foreignForm: {
    title: "別のサイトから送信されたフォームです",
    text: "このサービスのページから送信されたフォームではないため、何も実行しませんでした。こちらでページを開き、そこからフォームを送信してください。"
  },
  errors: {
    title: "問題が発生しました",
    text: "サーバー側で問題が発生しました。しばらくしてからもう一度お試しください。",
    request: (id) => `リクエスト番号 ${id}`,
    refused: (status) =>
      refusals[status] ?? {
        title: "リクエストを処理できません",
        detail: "前のページに戻って、もう一度お試しください。"
      }
  },
  openPortal: {
    title: "管理画面を開く",
    text: (email) => html`<b>${email}</b> としてログインします。このリンクは 1 回だけ使えます。`,
    gone: html`リンクは使用済みか、1 日を過ぎています。<a href="/sign-in?return_to=/portal/overview">ログイン</a
      >するか、新しいリンクの発行を依頼してください。`
  },
  consent: {
    title: "アプリの連携",
    text: (name) => html`<strong>「${name}」</strong>と名乗るアプリが、あなたのアカウントの使用を求めています。`,
    application: "アプリ",
    quoted: (name) => `「${name}」`,
    host: "戻り先",
    account: "あなたのアカウント",
    onDevice: (host) =>
      html`<code>${host}</code>
        は、お使いの端末を指します。端末上のどのプログラムもこの名前を名乗れます。たった今ご自身で連携を始めた場合にのみ、許可してください。`,
    onSite: (host) =>
      html`この名前は確認されたものではありません。<code>${host}</code>
        を信頼でき、ご自身で連携を始めた場合にのみ、許可してください。`,
    may: "許可される操作",
    mayRead: "投稿、投稿者、統計の検索と閲覧。呼び出しには、あなたのアカウントのクレジットが使われます。",
    maySeeBalance: "アカウントの残高の確認。",
    mayNot: "Webhook や API キーは管理できません。連携は管理画面からいつでも解除できます。",
    allow: "許可",
    deny: "拒否",
    ended: "このリクエストは終了しました",
    endedText:
      "時間が経ちすぎたか、すでに回答済みか、別のブラウザーで開始されたものです。連携したいアプリからやり直してください。",
    changed: "何も変更されていません",
    changedText:
      "ページに表示されたものとは別のアカウントでログインしています。前のページに戻って再読み込みし、アカウントをご確認ください。",
    full: "連携アプリが多すぎます",
    fullText: (maximum) =>
      html`1 つのアカウントで連携できるアプリは ${maximum} 個までです。先に<a href="/portal/connections"
          >連携を 1 つ解除</a
        >してください。`,
    allowed: "連携しました",
    allowedText: "アプリがあなたのアカウントを使えるようになりました。自動で開かない場合は、こちらから進んでください。",
    denied: "連携しませんでした",
    deniedText: "何も許可されていません。自動で開かない場合は、こちらから進んでください。",
    refused: "アプリを連携できません",
    unknownClient:
      "このアプリは登録されていないか、登録が失効しています。アプリからこのサービスを削除し、追加し直してください。何も許可されていません。",
    unknownRedirect: "このアプリは、登録していないアドレスへの回答の送信を求めています。何も許可されていません。",
    notValid: "アプリからのリクエストが正しくありません。何も許可されていません。"
  }
}
