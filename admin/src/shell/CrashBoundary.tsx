import Button from '@mui/material/Button'
import {
  EmptyState,
  isMissingCode,
  page,
  PartMissing,
  unsaved,
  useApiState,
} from '@crossdock/admin/kit'
import { CloudAlert } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Component, useEffect, useRef, type ContextType, type ReactNode } from 'react'

interface CrashBoundaryProps {
  /** The address. When it changes, the error is removed and the next screen renders. */
  resetKey: string
  children: ReactNode
}

type Crash = 'fault' | 'missing' | null

/** Keeps the shell working when a screen fails, also when its code could not be loaded. */
export class CrashBoundary extends Component<CrashBoundaryProps, { crash: Crash }> {
  static override contextType = PartMissing
  declare context: ContextType<typeof PartMissing>
  override state: { crash: Crash } = { crash: null }
  static getDerivedStateFromError(error: unknown) {
    return { crash: isMissingCode(error) ? 'missing' : 'fault' }
  }
  override componentDidCatch(error: unknown) {
    if (isMissingCode(error)) this.context()
  }
  override componentDidUpdate(previous: CrashBoundaryProps) {
    if (this.state.crash && previous.resetKey !== this.props.resetKey) {
      this.setState({ crash: null })
    }
  }
  override render() {
    const { crash } = this.state
    if (!crash) return this.props.children
    return crash === 'missing' ? <Missing /> : <Crashed text="fault" />
  }
}

// Shown when the code of a screen could not be loaded, because the server was out of reach. The browser loads the code
// only after the page reloads, which happens automatically.
function Missing() {
  const outage = useApiState((state) => state.outage)
  const wasOut = useRef(false)
  useEffect(() => {
    if (outage) wasOut.current = true
    else if (wasOut.current && !unsaved.any()) page.reload()
  }, [outage])
  return <Crashed text="missing" />
}

function Crashed({ text }: { text: 'fault' | 'missing' }) {
  const translate = useTranslate()
  return (
    <div role="alert">
      <EmptyState
        icon={CloudAlert}
        title={translate(`shell.crashed.${text}.title`)}
        description={translate(`shell.crashed.${text}.text`)}
        action={
          <Button variant="outlined" onClick={() => page.reload()}>
            {translate('shell.crashed.action')}
          </Button>
        }
      />
    </div>
  )
}
