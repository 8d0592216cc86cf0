import Box from '@mui/material/Box'
import { keyframes } from '@mui/material/styles'
import { productName, ScreenReaderOnly } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Logo } from './Logo.js'

const appear = keyframes`from { opacity: 0 }`

/** Stands until it is known who is signed in; not seen at all when that takes no time. */
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
      {/* Where the server is slow it stands for long, and a page has a heading. */}
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
