import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Icon, placeFocus, type Undoable } from '@crossdock/admin/kit'
import { Undo2, X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'

/** A toast's five seconds are too few to notice, find and undo a deletion; then it is in the tray. */
const SHOWN_FOR = 20_000

interface UndoBarProps {
  offered: Undoable
  undo: (one: Undoable) => void
  onDismiss: () => void
}

/** Says what was just done and takes it back. */
export function UndoBar({ offered, undo, onDismiss }: UndoBarProps) {
  const translate = useTranslate()
  const [isHeld, hold] = useState(false)
  useEffect(() => {
    if (isHeld || offered.isBusy) return
    const timer = setTimeout(onDismiss, SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [isHeld, offered.isBusy, onDismiss])
  // Its buttons go with it.
  useEffect(() => () => void setTimeout(placeFocus), [])
  return (
    <Box
      // Toasts keep clear of it.
      data-foot
      sx={{
        position: 'fixed',
        // Below dialogs, over all of the page.
        zIndex: 'appBar',
        inset: 'auto 16px 16px',
        display: 'flex',
        justifyContent: 'center',
        pointerEvents: 'none',
      }}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      <Card
        role="status"
        sx={{
          pointerEvents: 'auto',
          display: 'flex',
          alignItems: 'center',
          gap: 1.25,
          maxWidth: 560,
          pl: 2,
          pr: 1,
          py: 0.75,
          boxShadow: '0 10px 36px rgba(17,17,19,.16)',
        }}
      >
        <Box sx={{ display: 'grid', color: 'text.secondary' }}>
          <Icon icon={Undo2} />
        </Box>
        <Typography
          sx={{
            flex: 1,
            minWidth: 0,
            overflowWrap: 'anywhere',
            display: '-webkit-box',
            WebkitBoxOrient: 'vertical',
            WebkitLineClamp: '2',
            overflow: 'hidden',
          }}
        >
          {offered.text(offered.items)}
        </Typography>
        <Button
          size="small"
          variant="outlined"
          disabled={offered.isBusy}
          onClick={() => undo(offered)}
        >
          {translate('kit.undo.action')}
        </Button>
        <IconButton size="small" aria-label={translate('shell.undo.dismiss')} onClick={onDismiss}>
          <Icon icon={X} />
        </IconButton>
      </Card>
    </Box>
  )
}
