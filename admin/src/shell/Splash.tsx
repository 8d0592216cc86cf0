import Box from '@mui/material/Box'
import { keyframes } from '@mui/material/styles'
import { productName, ScreenReaderOnly } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Logo } from '../kit/Logo.js'

const appear = keyframes`from { opacity: 0 }`

/** Shown until the session is known. It appears with a delay, so that it does not flicker. */
export function Splash() {
  const translate = useTranslate()
  return (
    <Box
      component="main"
      sx={{
        minHeight: '100dvh',
        display: 'grid',
        placeItems: 'center',
        bgcolor: 'background.default',
      }}
    >
      {/* With a slow server the splash screen stays for long, and a page needs a heading. */}
      <ScreenReaderOnly>
        <h1>{productName()}</h1>
      </ScreenReaderOnly>
      <Box
        role="status"
        aria-label={translate('kit.loading')}
        sx={{ animation: `${appear} 300ms 200ms both` }}
      >
        <Logo size={40} />
      </Box>
    </Box>
  )
}
