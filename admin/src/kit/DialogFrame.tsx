import Box from '@mui/material/Box'
import Dialog, { type DialogProps } from '@mui/material/Dialog'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import type { Theme } from '@mui/material/styles'
import { X } from 'lucide-react'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { clamp } from './clamp.js'
import { Icon } from './Icon.js'
import { ignoreDoubleClick } from './once.js'
import { useFocusAfter } from './use_focus_after.js'

interface DialogFrameProps extends Pick<DialogProps, 'open' | 'onClose' | 'slotProps'> {
  /** Prefix of the ids of title and description. */
  id: string
  hasDescription: boolean
  maxWidth?: 'xs' | 'sm' | 'md' | 'lg'
  /** Keeps the page visible on phones too, because the question is about the page. */
  isSmall?: boolean
  children: ReactNode
}

/** The dialog around head, content and foot; full screen on phones. */
export function DialogFrame({
  id,
  hasDescription,
  maxWidth = 'sm',
  isSmall = false,
  ...props
}: DialogFrameProps) {
  useFocusAfter(props.open)
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'))
  return (
    <Dialog
      {...props}
      onClose={ignoreDoubleClick(props.onClose)}
      aria-labelledby={`${id}-title`}
      aria-describedby={hasDescription ? `${id}-text` : undefined}
      maxWidth={maxWidth}
      fullWidth
      fullScreen={isPhone && !isSmall}
    />
  )
}

interface DialogHeadProps {
  id: string
  title: string
  description?: ReactNode
  onClose: () => void
}

/** Title, purpose of the dialog, and its close button. */
export function DialogHead({ id, title, description, onClose }: DialogHeadProps) {
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'flex', gap: 2, px: 3, pt: 2.5, pb: 2 }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography
          variant="h2"
          id={`${id}-title`}
          title={title}
          sx={{ fontSize: '1.0625rem', ...clamp(3) }}
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
  )
}

/** The buttons, which stay at the bottom. */
export const DialogFoot = ({ children }: { children: ReactNode }) => (
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
    {children}
  </Box>
)
