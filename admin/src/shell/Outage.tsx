import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { Icon, useDocumentTitle } from '@crossdock/admin/kit'
import { RotateCw } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Logo } from './Logo.js'

/** In place of every page while nobody can say who is signed in. The address stays. */
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
        <LinearProgress
          aria-hidden
          sx={{
            width: 160,
            height: 3,
            mt: 2.5,
            borderRadius: '2px',
            bgcolor: (theme) => theme.palette.surface.selected,
            '& .MuiLinearProgress-bar': { bgcolor: 'text.secondary' },
          }}
        />
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
