import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

interface StepFootProps {
  onBack: () => void
  note: string
  /** The button that opens the next step. */
  children: ReactNode
}

/** A footer that stays at the bottom while a step scrolls. */
export function StepFoot({ onBack, note, children }: StepFootProps) {
  const translate = useTranslate()
  return (
    <Box
      sx={{
        position: 'sticky',
        bottom: 0,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1.5,
        py: 1.5,
        mt: 2,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: 'background.default',
        zIndex: 1,
      }}
    >
      <Button onClick={onBack}>{translate('integrations.imports.previous')}</Button>
      <Typography variant="body2" color="textSecondary" sx={{ ml: 'auto' }}>
        {note}
      </Typography>
      {children}
    </Box>
  )
}
