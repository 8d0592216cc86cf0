import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { keyframes, styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { Icon, useDocumentTitle } from '@crossdock/admin/kit'
import { RotateCw } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Logo } from '../kit/Logo.js'

const run = keyframes({ from: { left: '-40%' }, to: { left: '100%' } })

// MUI's component would be in the first load of every page.
const Waiting = styled('div')(({ theme }) => ({
  position: 'relative',
  width: 160,
  height: 3,
  marginTop: 20,
  overflow: 'hidden',
  borderRadius: 2,
  backgroundColor: theme.palette.surface.selected,
  '&::after': {
    content: '""',
    position: 'absolute',
    inset: '0 auto 0 0',
    width: '40%',
    backgroundColor: theme.palette.text.secondary,
    animation: `${run} 1.6s ease-in-out infinite`,
  },
}))

/** Replaces every page while the session is unknown. The address stays. */
export function Outage({ onRetry }: { onRetry: () => void }) {
  const translate = useTranslate()
  const title = translate('shell.outage.title')
  useDocumentTitle(title)
  return (
    <Box
      component="main"
      sx={{
        minHeight: '100dvh',
        display: 'grid',
        placeItems: 'center',
        p: 3,
        bgcolor: 'background.default',
      }}
    >
      <Box
        role="alert"
        sx={{
          maxWidth: 420,
          display: 'grid',
          justifyItems: 'center',
          gap: 1,
          textAlign: 'center',
        }}
      >
        <Logo size={40} />
        <Typography variant="h1" sx={{ mt: 2.5 }}>
          {title}
        </Typography>
        <Typography color="textSecondary">{translate('shell.outage.text')}</Typography>
        <Waiting aria-hidden />
        <Button
          variant="outlined"
          startIcon={<Icon icon={RotateCw} />}
          onClick={onRetry}
          sx={{ mt: 2.5 }}
        >
          {translate('shell.outage.now')}
        </Button>
      </Box>
    </Box>
  )
}
