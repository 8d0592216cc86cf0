import Box from '@mui/material/Box'
import ClickAwayListener from '@mui/material/ClickAwayListener'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { EmptyState, Icon, type TrayPart } from '@crossdock/admin/kit'
import { ListChecks, X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect, useId, useRef } from 'react'
import { OptionalContent } from './OptionalContent.js'

interface TrayPanelProps {
  parts: readonly TrayPart[]
  onClose: () => void
  /** Called when the person continues outside the tray. The focus then stays where it is. */
  onLeave: () => void
}

/** The open tray: below its button, full width on phones. */
export default function TrayPanel({ parts, onClose, onLeave }: TrayPanelProps) {
  const translate = useTranslate()
  const id = useId()
  useEscape(onLeave)
  return (
    <ClickAwayListener onClickAway={({ target }) => isOnPage(target) && onLeave()}>
      <Box
        role="region"
        aria-labelledby={id}
        sx={{
          position: 'absolute',
          top: '100%',
          right: { xs: 0, sm: 16 },
          left: { xs: 0, sm: 'auto' },
          width: { sm: 420 },
          maxHeight: 'calc(100dvh - 72px - var(--bar-height, 0px))',
          overflowY: 'auto',
          mt: { sm: 0.75 },
          border: 1,
          borderColor: 'divider',
          borderRadius: { sm: '12px' },
          bgcolor: 'background.paper',
          boxShadow: ({ palette }) =>
            palette.mode === 'dark'
              ? '0 12px 40px rgba(0,0,0,.6)'
              : '0 10px 36px rgba(17,17,19,.13)',
          '& section + section': { borderTop: 1, borderColor: 'divider' },
        }}
      >
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            pl: 2.5,
            pr: 1.5,
            py: 1,
            borderBottom: 1,
            borderColor: 'divider',
          }}
        >
          <Typography variant="h3" component="h2" id={id} sx={{ flex: 1 }}>
            {translate('shell.tray.title')}
          </Typography>
          <IconButton size="small" aria-label={translate('kit.close')} onClick={onClose}>
            <Icon icon={X} />
          </IconButton>
        </Box>
        <Box sx={{ '&:not(:empty) + .empty': { display: 'none' } }}>
          {parts.map(({ id: key, component: Part }) => (
            <OptionalContent key={key}>
              <Part />
            </OptionalContent>
          ))}
        </Box>
        <Box className="empty">
          <EmptyState
            plain
            icon={ListChecks}
            title={translate('shell.tray.nothing')}
            description={translate('shell.tray.nothingText')}
          />
        </Box>
      </Box>
    </ClickAwayListener>
  )
}

/** A press in a dialog keeps the tray open. The tray's own button handles its press itself. */
const isOnPage = (target: EventTarget | null) =>
  !(target instanceof Element && target.closest('.MuiModal-root, [data-tray]'))

/** Closes the tray on Escape, wherever the focus is. Layers over the page that handle the key come first. */
function useEscape(leave: () => void) {
  const run = useRef(leave)
  run.current = leave
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) run.current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
