import Box from '@mui/material/Box'
import Drawer from '@mui/material/Drawer'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

interface DetailsFrameProps {
  onClose: () => void
  children: ReactNode
}

/** Shows details next to the list on desktops, otherwise in a sheet over it. */
export function DetailsFrame({ onClose, children }: DetailsFrameProps) {
  const translate = useTranslate()
  const label = translate('assets.details.label')
  const isDesk = useMediaQuery<Theme>((theme) => theme.breakpoints.up('lg'), { noSsr: true })
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  if (isDesk) {
    return (
      <Box
        component="aside"
        aria-label={label}
        sx={{
          position: 'sticky',
          top: 'calc(var(--bar-height, 0px) + 72px)',
          flex: 'none',
          width: { lg: 340, xl: 380 },
          // Keeps the bottom margin of screens free. Otherwise the end of the page would push the details under the
          // bar.
          maxHeight: 'calc(100dvh - var(--bar-height, 0px) - 72px - 64px)',
          overflowY: 'auto',
          // Room for the shadows of its cards.
          p: '1px',
        }}
      >
        {children}
      </Box>
    )
  }
  return (
    <Drawer
      open
      anchor={isPhone ? 'bottom' : 'right'}
      onClose={onClose}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-modal': true,
          'aria-label': label,
          sx: {
            bgcolor: 'background.default',
            p: 2,
            ...(isPhone
              ? { maxHeight: '88dvh', borderRadius: '16px 16px 0 0' }
              : { width: 'min(420px, 92vw)' }),
          },
        },
      }}
    >
      {children}
    </Drawer>
  )
}
