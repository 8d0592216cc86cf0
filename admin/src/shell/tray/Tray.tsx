import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import {
  Icon,
  isVisible,
  lazyPart,
  Tooltip,
  useApiState,
  usePermissions,
} from '@crossdock/admin/kit'
import { ListChecks } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect, useRef, useState } from 'react'
import { useRegistry } from '../../registry/context.js'
import { Quiet } from './Quiet.js'
import { useTray } from './use_tray.js'

const TrayPanel = lazyPart(() => import('./TrayPanel.js'))
const CountBadge = lazyPart(() => import('./CountBadge.js'))

/** The header's button for what goes on by itself, with how much that is, and what it opens. */
export function Tray() {
  const translate = useTranslate()
  const who = usePermissions()
  const button = useRef<HTMLButtonElement>(null)
  const parts = useRegistry().tray.filter((part) => isVisible(part, who))
  const { count, failed, isOpen, close: leave, press, hold, tell } = useTray()
  const outage = useApiState((state) => state.outage)
  const isIdle = useIdle()
  if (parts.length === 0) return null
  const label = translate(
    failed > 0 ? 'shell.tray.openFailed' : count > 0 ? 'shell.tray.openWith' : 'shell.tray.open',
    { count, failed }
  )
  const close = () => {
    leave()
    button.current?.focus({ preventScroll: true })
  }
  return (
    <Box
      data-tray
      // Moved, not entered: it may have opened by itself below a pointer that rests.
      onPointerMove={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen) close()
      }}
    >
      <Tooltip title={translate('shell.tray.title')}>
        <IconButton ref={button} aria-label={label} aria-expanded={isOpen} onClick={press}>
          <Icon icon={ListChecks} size={18} />
          {count + failed > 0 && <CountBadge isBad={failed > 0}>{failed || count}</CountBadge>}
        </IconButton>
      </Tooltip>
      {isIdle &&
        parts.map(
          ({ id, counter: Counter }) =>
            Counter && (
              // With the server back, its code may be, too.
              <Quiet key={`${id} ${outage ?? ''}`}>
                <Counter onState={tell(id)} />
              </Quiet>
            )
        )}
      {isOpen && <TrayPanel parts={parts} onClose={close} onLeave={leave} />}
    </Box>
  )
}

/** The first screen is there: now there is time for what nobody waits for. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), 1_000)
    return () => clearTimeout(timer)
  }, [])
  return isIdle
}
