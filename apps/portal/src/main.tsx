/** The portal's entry. */
import { QueryClientProvider } from "@tanstack/react-query"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { Router } from "wouter"
import "./ui/tokens.css"
import "./ui/base.css"
import { Routes } from "./app/Routes.tsx"
import { Shell } from "./app/Shell.tsx"
import { makeQueryClient } from "./rpc/PortalQuery.ts"
import { loadTexts, Texts } from "./text/Text.tsx"

const root = document.getElementById("root")

const show = (container: HTMLElement) => {
  createRoot(container).render(
    <StrictMode>
      <QueryClientProvider client={makeQueryClient()}>
        <Texts>
          <Router base="/portal">
            <Shell>
              <Routes />
            </Shell>
          </Router>
        </Texts>
      </QueryClientProvider>
    </StrictMode>
  )
}

if (root !== null) await loadTexts().then(() => show(root))
