import Box from '@mui/material/Box'
import Dialog from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { Icon } from '@crossdock/admin/kit'
import { X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useId, type ReactNode } from 'react'

interface PlainDialogProps {
  title: string
  description?: ReactNode
  onClose: () => void
  /** Buttons that stay at the bottom. */
  footer?: ReactNode
  children: ReactNode
}

/** A dialog that shows something and has no form: head and buttons stay, the rest scrolls. */
export function PlainDialog({ title, description, onClose, footer, children }: PlainDialogProps) {
  const translate = useTranslate()
  const id = useId()
  const fullScreen = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'))
  return (
    <Dialog
      open
      onClose={onClose}
      fullScreen={fullScreen}
      maxWidth="sm"
      fullWidth
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-text` : undefined}
      // The dialog itself holds the focus when it opens; a ring around all of it says nothing.
      sx={{ '& .MuiDialog-container, & .MuiDialog-paper': { outline: 'none' } }}
    >
      <Box sx={{ display: 'flex', gap: 2, px: 3, pt: 2.5, pb: 2 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography
            variant="h2"
            id={`${id}-title`}
            sx={{ fontSize: '1.0625rem', overflowWrap: 'anywhere' }}
          >
            {title}
          </Typography>
          {description && (
            <Typography color="textSecondary" id={`${id}-text`} sx={{ mt: 0.5 }}>
              {description}
            </Typography>
          )}
        </Box>
        <IconButton
          size="small"
          onClick={onClose}
          aria-label={translate('kit.close')}
          sx={{ mt: -0.5, mr: -1 }}
        >
          <Icon icon={X} />
        </IconButton>
      </Box>
      <Box
        role="region"
        aria-labelledby={`${id}-title`}
        tabIndex={0}
        sx={{ flex: 1, minHeight: 0, overflowY: 'auto', outlineOffset: -2 }}
      >
        {children}
      </Box>
      {footer && (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'flex-end',
            gap: 1,
            px: 3,
            py: 1.75,
            borderTop: 1,
            borderColor: 'divider',
          }}
        >
          {footer}
        </Box>
      )}
    </Dialog>
  )
}
