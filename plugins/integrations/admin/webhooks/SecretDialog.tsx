import type { RotatedWebhook } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { formatDateTime, PlainDialog } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { CopyLine } from './CopyLine.js'

interface SecretDialogProps {
  rotated: RotatedWebhook
  onClose: () => void
}

/** Shows the new secret of a webhook once; another rotation creates another one. */
export default function SecretDialog({ rotated, onClose }: SecretDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`integrations.webhooks.${key}`, values)
  const { secret, previousUntil } = rotated
  return (
    <PlainDialog
      title={text('newSecret.title')}
      description={
        previousUntil
          ? text('newSecret.textBoth', { time: formatDateTime(previousUntil) })
          : text('newSecret.text')
      }
      onClose={onClose}
      footer={
        <Button variant="contained" onClick={onClose}>
          {translate('kit.close')}
        </Button>
      }
    >
      <Box sx={{ px: 3, pt: 1, pb: 3 }}>
        <CopyLine label={text('newSecret.label')} value={secret} what={text('newSecret.label')} />
      </Box>
    </PlainDialog>
  )
}
