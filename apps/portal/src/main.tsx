/** The portal's entry: the frame around every screen. */
import { QueryClientProvider } from "@tanstack/react-query"
import { type ReactNode, StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { Router } from "wouter"
import "./ui/tokens.css"
import "./ui/common.css"
import "./ui/base.css"
import styles from "./app/Frame.module.css"
import { Navigation } from "./app/Navigation.tsx"
import { Routes } from "./app/Routes.tsx"
import { SessionGate } from "./app/SessionGate.tsx"
import { useIsConnected, watchConnection } from "./rpc/Connection.ts"
import { makeQueryClient } from "./rpc/PortalQuery.ts"
import { loadTexts, Texts, useText } from "./text/Text.tsx"
import { Note } from "./ui/Status.tsx"
import { Toast } from "./ui/Toast.tsx"

const Shell = ({ children }: { readonly children: ReactNode }) => {
  const t = useText()
  const isConnected = useIsConnected()
  return (
    <>
      <a href="#content" className={styles["skip"]}>
        {t("app.skip")}
      </a>
      <div className={styles["shell"]}>
        <Navigation />
        <div>
          <div role="status" className={styles["connection"]}>
            {!isConnected && <Note tone="warn">{t("app.disconnected")}</Note>}
          </div>
          {children}
        </div>
      </div>
      <Toast />
      <SessionGate />
    </>
  )
}

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

watchConnection()

if (root !== null) await loadTexts().then(() => show(root))
