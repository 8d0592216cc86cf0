import Button from '@mui/material/Button'
import { EmptyState } from '@crossdock/admin/kit'
import { CloudAlert } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Component, type ReactNode } from 'react'

interface CrashBoundaryProps {
  /** A change of this (the address) gives the next screen a fresh start. */
  resetKey: string
  children: ReactNode
}

/** Keeps the frame alive when one screen fails, also when its code could not be loaded. */
export class CrashBoundary extends Component<CrashBoundaryProps, { crashed: boolean }> {
  override state = { crashed: false }
  static getDerivedStateFromError() {
    return { crashed: true }
  }
  override componentDidUpdate(previous: CrashBoundaryProps) {
    if (this.state.crashed && previous.resetKey !== this.props.resetKey) {
      this.setState({ crashed: false })
    }
  }
  override render() {
    return this.state.crashed ? <Crashed /> : this.props.children
  }
}

function Crashed() {
  const translate = useTranslate()
  return (
    <div role="alert">
      <EmptyState
        icon={CloudAlert}
        title={translate('shell.crashed.title')}
        description={translate('shell.crashed.text')}
        action={
          <Button variant="outlined" onClick={() => window.location.reload()}>
            {translate('shell.crashed.action')}
          </Button>
        }
      />
    </div>
  )
}
