import Box from '@mui/material/Box'
import { keyframes } from '@mui/material/styles'
import { useTranslate } from 'ra-core'
import { Logo } from './Logo.js'

const appear = keyframes`from { opacity: 0 }`

/** Stands until it is known who is signed in; not seen at all when that takes no time. */
export function Splash() {
  const translate = useTranslate()
  return (
    <Box
      role="status"
      aria-label={translate('kit.loading')}
      sx={{
        minHeight: '100dvh',
        display: 'grid',
        placeItems: 'center',
        bgcolor: 'background.default',
      }}
    >
      <Box sx={{ animation: `${appear} 300ms 200ms both` }}>
        <Logo size={40} />
      </Box>
    </Box>
  )
}
