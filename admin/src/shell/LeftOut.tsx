import { Component, type ReactNode } from 'react'

/** Leaves out what fails: the rest of the page goes on. */
export class LeftOut extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    return this.state.failed ? null : this.props.children
  }
}
