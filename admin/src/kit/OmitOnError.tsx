import { Component, type ReactNode } from 'react'

/** Removes its children when they throw an error, so that the rest of the page works. */
export class OmitOnError extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    return this.state.failed ? null : this.props.children
  }
}
