import { Component, Suspense, type ReactNode } from 'react'

/** Like OmitOnError, and renders nothing while the code of its children loads. */
export class OptionalContent extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override render() {
    return this.state.hasFailed ? null : <Suspense>{this.props.children}</Suspense>
  }
}
