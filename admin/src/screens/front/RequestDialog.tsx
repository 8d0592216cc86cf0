import type { DemoRequest } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { formatDateTime, PlainDialog } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

interface RequestDialogProps {
  request: DemoRequest
  pending: boolean
  onMark: () => void
  onClose: () => void
}

/** A complete request. The operator answers it in an email program. */
export function RequestDialog({ request, pending, onMark, onClose }: RequestDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`front.requests.${key}`, values)
  const { name, email, message, status, createdAt } = request
  return (
    <PlainDialog
      title={name}
      description={email}
      onClose={onClose}
      footer={
        <>
          <Button variant="outlined" disabled={pending} onClick={onMark}>
            {text(status === 'open' ? 'answer' : 'reopen')}
          </Button>
          <Button variant="contained" href={`mailto:${encodeURIComponent(email)}`}>
            {text('write')}
          </Button>
        </>
      }
    >
      <Box sx={{ px: 3, pb: 3 }}>
        <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {message ?? text('noMessage')}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 2 }}>
          {text('received', { time: formatDateTime(createdAt) })}
        </Typography>
      </Box>
    </PlainDialog>
  )
}
