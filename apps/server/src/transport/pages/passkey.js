// Shows "Sign in with a passkey" where the browser can do it, and sends what the passkey answers like any form.
const offer = document.querySelector("#passkey")
const form = offer.querySelector("form")
const failed = document.querySelector("#passkey-failed")

const ask = async () => {
  failed.hidden = true
  try {
    const response = await fetch("/sign-in/passkey", { method: "POST" })
    if (!response.ok) throw new Error(String(response.status))
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(await response.json())
    const credential = await navigator.credentials.get({ publicKey })
    form.elements.response.value = JSON.stringify(credential.toJSON())
    form.submit()
  } catch {
    failed.hidden = false
  }
}

if (globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON !== undefined) {
  offer.hidden = false
  form.addEventListener("submit", (event) => {
    event.preventDefault()
    void ask()
  })
}
