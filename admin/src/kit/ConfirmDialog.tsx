import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'ra-core'
import { useId, type ReactNode } from 'react'
import { ignoreDoubleClick, useOnce } from './once.js'
import { useFocusAfter } from './use_focus_after.js'

export interface ConfirmDialogProps {
  open: boolean
  title: string
  description?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  destructive?: boolean
  /** A third choice, between the two buttons. */
  instead?: ReactNode
  /** Buttons are disabled while the confirmed call runs. */
  pending?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Asks for confirmation and acts once. Focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, description, confirmLabel, cancelLabel, onConfirm, onClose } = props
  const { destructive, pending, instead } = props
  const translate = useTranslate()
  const id = useId()
  useFocusAfter(open)
  const once = useOnce(open, pending)
  return (
    <Dialog
      open={open}
      onClose={pending ? undefined : ignoreDoubleClick(onClose)}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-text` : undefined}
      maxWidth="xs"
      fullWidth
    >
      <Box sx={{ p: 3 }}>
        <Typography variant="h2" id={`${id}-title`} sx={{ fontSize: '1.0625rem' }}>
          {title}
        </Typography>
        {description && (
          <Typography component="div" color="textSecondary" id={`${id}-text`} sx={{ mt: 1 }}>
            {description}
          </Typography>
        )}
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', flexWrap: 'wrap', gap: 1, mt: 3 }}>
          <Button autoFocus variant="outlined" onClick={onClose} disabled={pending}>
            {cancelLabel ?? translate('kit.cancel')}
          </Button>
          {instead}
          <Button
            variant="contained"
            color={destructive ? 'error' : 'primary'}
            onClick={() => once(onConfirm)}
            disabled={pending}
          >
            {confirmLabel}
          </Button>
        </Box>
      </Box>
    </Dialog>
  )
}
