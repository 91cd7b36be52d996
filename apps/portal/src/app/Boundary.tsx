/** Catches what a screen throws, such as a file of an older release that the server no longer has. */
import { Component, type ReactNode } from "react"
import { text } from "../text/Text.tsx"
import { Button } from "../ui/Button.tsx"
import { Page } from "../ui/Page.tsx"

interface Props {
  /** The address: another one is another try. */
  readonly address: string
  readonly children: ReactNode
}

interface State {
  readonly failedAt: string | null
}

export class Boundary extends Component<Props, State> {
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
