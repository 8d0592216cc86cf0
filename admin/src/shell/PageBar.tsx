import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Icon, page, useApi, useApiState, type ApiState } from '@crossdock/admin/kit'
import { CloudAlert, LogIn, RefreshCw, UserRoundX, type LucideIcon } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

interface Bar {
  kind: string
  icon: LucideIcon
  text: string
  action?: { label: string; run: () => void }
}

/**
 * The bar above the page for page-wide notices: another person's session, an ended session, an outage, an update.
 * The bar is also above dialogs, and moves everything else down.
 */
export function PageBar() {
  const bar = useBar()
  const element = useRef<HTMLDivElement>(null)
  const kind = bar?.kind
  useEffect(() => {
    const { style } = document.documentElement
    if (!element.current) return
    const resized = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0
      style.setProperty('--bar-height', `${height}px`)
    })
    resized.observe(element.current)
    return () => {
      resized.disconnect()
      style.removeProperty('--bar-height')
    }
  }, [kind])

  if (!bar) return null
  // Rendered into the body only when shown: an open dialog hides all earlier siblings from screen
  // readers.
  return createPortal(
    <Box
      ref={element}
      key={bar.kind}
      role={bar.kind === 'updated' ? 'status' : 'alert'}
      sx={{
        position: 'fixed',
        inset: '0 0 auto 0',
        zIndex: (theme) => theme.zIndex.modal + 1,
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 1.25,
        minHeight: 44,
        px: 2,
        py: 0.5,
        fontSize: '0.875rem',
        fontWeight: 500,
        color: 'primary.contrastText',
        bgcolor: 'primary.main',
      }}
    >
      <Icon icon={bar.icon} />
      <span>{bar.text}</span>
      {bar.action && (
        <Button
          size="small"
          variant="outlined"
          onClick={bar.action.run}
          sx={{
            flex: 'none',
            color: 'inherit',
            bgcolor: 'transparent',
            borderColor: 'currentColor',
          }}
        >
          {bar.action.label}
        </Button>
      )}
    </Box>,
    document.body
  )
}

function useBar(): Bar | null {
  const translate = useTranslate()
  const api = useApi()
  const { session, barred, asking, outage, updated }: ApiState = useApiState()
  const reload = (label: string) => ({ label: translate(label), run: page.reload })
  if (session === 'changed' && !asking) {
    return {
      kind: 'changed',
      icon: UserRoundX,
      text: translate('shell.changed.bar'),
      action: reload('shell.changed.action'),
    }
  }
  if (outage) {
    return {
      kind: outage,
      icon: CloudAlert,
      text: translate(`shell.outage.${outage}`),
      action: { label: translate('shell.outage.now'), run: api.retryNow },
    }
  }
  if (session === 'ended' && !asking) {
    return {
      kind: 'ended',
      icon: LogIn,
      text: barred ?? `${translate('kit.session.ended')}.`,
      action: barred ? undefined : { label: translate('kit.session.signIn'), run: api.askToSignIn },
    }
  }
  if (updated) {
    return {
      kind: 'updated',
      icon: RefreshCw,
      text: translate('shell.updated.text'),
      action: reload('shell.updated.action'),
    }
  }
  return null
}
