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
import { OptionalContent } from './OptionalContent.js'
import { useTray } from './use_tray.js'

const TrayPanel = lazyPart(() => import('./TrayPanel.js'))
const CountBadge = lazyPart(() => import('../../kit/CountBadge.js'))

/** A longer number would hide the icon. */
const upTo99 = (count: number) => (count > 99 ? '99+' : count)

/**
 * The header's tray button and its panel. While the person's own work runs, the button is a pill that shows the
 * progress. The pill is part of the header, so it covers nothing. Phones have space for the number only.
 */
export function Tray() {
  const translate = useTranslate()
  const who = usePermissions()
  const button = useRef<HTMLButtonElement>(null)
  const parts = useRegistry().tray.filter((part) => isVisible(part, who))
  const { count, failed, text, report } = useTray()
  const [isOpen, setOpen] = useState(false)
  const outage = useApiState((state) => state.outage)
  const isIdle = useIdle()
  if (parts.length === 0) return null
  const label = translate(
    failed > 0 ? 'shell.tray.openFailed' : count > 0 ? 'shell.tray.openWith' : 'shell.tray.open',
    { count, failed }
  )
  const leave = () => setOpen(false)
  const close = () => {
    leave()
    button.current?.focus({ preventScroll: true })
  }
  return (
    <Box
      data-tray
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isOpen) close()
      }}
    >
      <Tooltip title={translate('shell.tray.title')}>
        <IconButton
          ref={button}
          aria-label={text ? `${label}. ${text}` : label}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          sx={text ? pill : undefined}
        >
          <Icon icon={ListChecks} size={18} />
          {text && (
            <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
              {text}
            </Box>
          )}
          {count + failed > 0 && (
            <Box component="span" sx={{ display: text ? { sm: 'none' } : undefined }}>
              <CountBadge isBad={failed > 0}>{upTo99(failed || count)}</CountBadge>
            </Box>
          )}
        </IconButton>
      </Tooltip>
      {isIdle &&
        parts.map(
          ({ id, counter: Counter }) =>
            Counter && (
              // Try again after an outage, because the code of the counter may be available then.
              <OptionalContent key={`${id} ${outage ?? ''}`}>
                <Counter onState={report(id)} />
              </OptionalContent>
            )
        )}
      {isOpen && <TrayPanel parts={parts} onClose={close} onLeave={leave} />}
    </Box>
  )
}

const pill = {
  gap: 1,
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  width: { sm: 'auto' },
  px: { sm: 1.5 },
  border: { sm: 1 },
  borderColor: { sm: 'divider' },
  borderRadius: { sm: '999px' },
} as const

/** Waits until the first screen is shown, to load what is not urgent. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIdle(true), 1_000)
    return () => clearTimeout(timer)
  }, [])
  return isIdle
}
