import Dialog from '@mui/material/Dialog'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useTranslate } from 'ra-core'
import { PaletteSearch, type PaletteProps } from './PaletteSearch.js'

/** The command palette; full screen on phones. */
export function Palette(props: PaletteProps) {
  const translate = useTranslate()
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  return (
    <Dialog
      open
      onClose={props.onClose}
      fullWidth
      fullScreen={isPhone}
      maxWidth="sm"
      transitionDuration={0}
      sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      slotProps={{
        paper: {
          'aria-label': translate('palette.title'),
          sx: { mt: { sm: '12vh' }, maxHeight: { sm: '70vh' } },
        },
      }}
    >
      <PaletteSearch {...props} />
    </Dialog>
  )
}
