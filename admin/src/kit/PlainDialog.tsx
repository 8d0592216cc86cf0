import Box from '@mui/material/Box'
import { useId, type ReactNode } from 'react'
import { DialogFoot, DialogFrame, DialogHead } from './DialogFrame.js'

export interface PlainDialogProps {
  title: string
  description?: ReactNode
  onClose: () => void
  /** The maximum width; 'sm' by default. */
  maxWidth?: 'sm' | 'md' | 'lg'
  /** Buttons that stay at the bottom. */
  footer?: ReactNode
  children: ReactNode
}

/** A dialog without a form: head and buttons stay, the rest scrolls. */
export function PlainDialog(props: PlainDialogProps) {
  const { title, description, onClose, maxWidth, footer, children } = props
  const id = useId()
  return (
    <DialogFrame
      open
      id={id}
      hasDescription={Boolean(description)}
      maxWidth={maxWidth}
      onClose={onClose}
    >
      <DialogHead id={id} title={title} description={description} onClose={onClose} />
      <Box
        role="region"
        aria-labelledby={`${id}-title`}
        tabIndex={0}
        sx={{ flex: 1, minHeight: 0, overflowY: 'auto', outlineOffset: -2 }}
      >
        {children}
      </Box>
      {footer && <DialogFoot>{footer}</DialogFoot>}
    </DialogFrame>
  )
}
