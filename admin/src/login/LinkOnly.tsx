import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Icon } from '@crossdock/admin/kit'
import { ArrowLeft } from 'lucide-react'
import { useTranslate } from 'ra-core'

interface LinkOnlyProps {
  /** The server's explanation of why the email has no code. */
  message: string
  onBack: () => void
}

/** Replaces the code field when the email has no code. */
export function LinkOnly({ message, onBack }: LinkOnlyProps) {
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <Alert severity="info">{message}</Alert>
      <Typography variant="body2" color="textSecondary">
        {translate('login.code.spam')}
      </Typography>
      <Box>
        <Button startIcon={<Icon icon={ArrowLeft} />} onClick={onBack} sx={{ ml: -1.5 }}>
          {translate('login.code.back')}
        </Button>
      </Box>
    </Box>
  )
}
