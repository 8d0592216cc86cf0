import { Component, Suspense, type ReactNode } from 'react'

/** What is beside the matter: when it fails, or its code cannot be loaded, it is left out, and the page stays. */
export class Quiet extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override render() {
    return this.state.hasFailed ? null : <Suspense>{this.props.children}</Suspense>
  }
}
