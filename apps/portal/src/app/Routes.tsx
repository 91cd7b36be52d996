/** Which screen an address shows. Each is a file of its own, downloaded when it is opened. */
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from "react"
import { Redirect, Route, Switch, useLocation } from "wouter"
import { usePortalQuery } from "../rpc/PortalQuery.ts"
import { loadRestOfTexts, text } from "../text/Text.tsx"
import { Button } from "../ui/Button.tsx"
import { Loading } from "../ui/Loading.tsx"
import { Page } from "../ui/Page.tsx"
import styles from "./Frame.module.css"
import { SignedIn } from "./SessionGate.tsx"

/** Catches what a screen throws, such as a file of an older release that the server no longer has. */
interface Props {
  /** The address: another one is another try. */
  readonly address: string
  readonly children: ReactNode
}

interface State {
  readonly failedAt: string | null
}

class Boundary extends Component<Props, State> {
  override state: State = { failedAt: null }

  override componentDidCatch() {
    this.setState({ failedAt: this.props.address })
  }

  static getDerivedStateFromError(): State {
    return { failedAt: location.pathname }
  }

  override componentDidUpdate(before: Props) {
    if (this.state.failedAt !== null && before.address !== this.props.address) this.setState({ failedAt: null })
  }

  override render() {
    if (this.state.failedAt === null) return this.props.children
    return (
      <Page title={text("app.broken.title")}>
        <p>{text("app.broken.body")}</p>
        <p>
          <Button kind="primary" onClick={() => location.reload()}>
            {text("app.broken.reload")}
          </Button>
        </p>
      </Page>
    )
  }
}

const Home = () => {
  // The overview asks the same, so that nothing is asked twice.
  const { data, error } = usePortalQuery("usage.Balance")
  if (data === undefined && error === null) return null
  const hasBought = data === undefined || (data.plan !== null && !data.grants.every(({ kind }) => kind === "trial"))
  return <Redirect to={hasBought ? "/overview" : "/first-steps"} replace />
}

/** A screen with its texts. Those of the overview and of usage come with the frame. */
const screen = (load: () => Promise<{ readonly default: ComponentType }>) =>
  lazy(() => Promise.all([load(), loadRestOfTexts()]).then(([module]) => module))

const Account = screen(() => import("../features/account/Account.tsx"))
const Connections = screen(() => import("../features/connections/Connections.tsx"))
const Credits = screen(() => import("../features/credits/Credits.tsx"))
const Deliveries = screen(() => import("../features/deliveries/Deliveries.tsx"))
const Delivery = screen(() => import("../features/deliveries/Delivery.tsx"))
const Endpoint = screen(() => import("../features/endpoints/Endpoint.tsx"))
const Endpoints = screen(() => import("../features/endpoints/Endpoints.tsx"))
const FirstSteps = screen(() => import("../features/first-steps/FirstSteps.tsx"))
const Keys = screen(() => import("../features/keys/Keys.tsx"))
const NewEndpoint = screen(() => import("../features/endpoints/NewEndpoint.tsx"))
const NewRule = screen(() => import("../features/rules/NewRule.tsx"))
const Overview = lazy(() => import("../features/overview/Overview.tsx"))
const Playground = screen(() => import("../features/playground/Playground.tsx"))
const Receipt = screen(() => import("../features/credits/Receipt.tsx"))
const Rule = screen(() => import("../features/rules/Rule.tsx"))
const Rules = screen(() => import("../features/rules/Rules.tsx"))
const Status = screen(() => import("../features/status/Status.tsx"))
const Usage = lazy(() => import("../features/usage/Usage.tsx"))

const Waiting = () => (
  <main id="content" className={styles["waiting"]}>
    <Loading lines={6} />
  </main>
)

const Screens = () => (
  <Suspense fallback={<Waiting />}>
    <Switch>
      <Route path="/" component={Home} />
      <Route path="/overview" component={Overview} />
      <Route path="/first-steps" component={FirstSteps} />
      <Route path="/usage" component={Usage} />
      <Route path="/playground/:operation?" component={Playground} />
      <Route path="/keys" component={Keys} />
      <Route path="/credits" component={Credits} />
      <Route path="/credits/receipts/:id" component={Receipt} />
      <Route path="/webhooks" component={Endpoints} />
      <Route path="/webhooks/new" component={NewEndpoint} />
      <Route path="/webhooks/endpoints/:endpoint" component={Endpoint} />
      <Route path="/webhooks/rules" component={Rules} />
      <Route path="/webhooks/rules/new" component={NewRule} />
      <Route path="/webhooks/rules/:rule" component={Rule} />
      <Route path="/webhooks/deliveries" component={Deliveries} />
      <Route path="/webhooks/deliveries/:delivery" component={Delivery} />
      <Route path="/connections" component={Connections} />
      <Route path="/account" component={Account} />
      <Route path="/status" component={Status} />
      <Route path="/signed-in" component={SignedIn} />
      <Route>
        <Redirect to="/overview" replace />
      </Route>
    </Switch>
  </Suspense>
)

export const Routes = () => {
  const [address] = useLocation()
  return (
    <Boundary address={address}>
      <Screens />
    </Boundary>
  )
}
