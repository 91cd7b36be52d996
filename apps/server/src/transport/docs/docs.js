// What the documentation does with a script: the theme of the portal, copying, the language of samples, suggestions.
const cookie = (name) =>
  document.cookie
    .split("; ")
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)

const remember = (name, value) => {
  document.cookie = `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax`
}

const root = document.documentElement

// Before the first paint.
const theme = cookie("heddle_theme")
if (theme === "light" || theme === "dark") root.dataset.theme = theme

const offerTheme = () => {
  const button = document.querySelector("#theme")
  button.hidden = false
  button.addEventListener("click", () => {
    const bySystem = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"
    root.dataset.theme = (root.dataset.theme ?? bySystem) === "dark" ? "light" : "dark"
    remember("heddle_theme", root.dataset.theme)
  })
}

const offerCopying = () => {
  for (const block of document.querySelectorAll("main pre, .samples pre")) {
    const button = document.createElement("button")
    button.type = "button"
    button.className = "copy"
    button.textContent = "Copy"
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(block.textContent)
        button.textContent = "Copied"
      } catch {
        button.textContent = "Select it and copy"
      }
      setTimeout(() => (button.textContent = "Copy"), 2000)
    })
    const frame = document.createElement("div")
    frame.className = "code"
    block.replaceWith(frame)
    frame.append(block, button)
  }
}

const rememberLanguage = () => {
  const chosen = document.querySelector(`.languages input[value="${CSS.escape(cookie("heddle_sample") ?? "")}"]`)
  if (chosen !== null) chosen.checked = true
  document.querySelector(".languages")?.addEventListener("change", ({ target }) => {
    remember("heddle_sample", target.value)
  })
}

const suggest = () => {
  const form = document.querySelector(".search")
  const field = form.elements.q
  const list = document.querySelector("#suggestions")
  let asked = 0
  let timer
  const close = () => (list.hidden = true)
  const ask = async () => {
    const query = field.value.trim()
    const own = ++asked
    if (query.length < 2) return close()
    try {
      const response = await fetch(`${form.action}?q=${encodeURIComponent(query)}`)
      const page = new DOMParser().parseFromString(await response.text(), "text/html")
      const results = [...page.querySelectorAll("#results li")].slice(0, 8)
      // A late answer must not take away what the reader is choosing from.
      if (own !== asked || list.contains(document.activeElement)) return
      list.replaceChildren(...results.map((result) => result.querySelector("a")))
      list.hidden = results.length === 0
    } catch {
      close()
    }
  }
  field.addEventListener("input", () => {
    clearTimeout(timer)
    timer = setTimeout(ask, 120)
  })
  form.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      close()
      field.focus()
    }
    if (list.hidden || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return
    event.preventDefault()
    const links = [field, ...list.children]
    const next = links.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1)
    links[(next + links.length) % links.length].focus()
  })
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget === null || !form.contains(relatedTarget)) close()
  })
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target.closest("input, textarea, select, [contenteditable]") !== null) return
    event.preventDefault()
    field.focus()
  })
}

document.addEventListener("DOMContentLoaded", () => {
  offerTheme()
  offerCopying()
  rememberLanguage()
  suggest()
  document.querySelector(".pages [aria-current]")?.scrollIntoView({ block: "nearest" })
})
