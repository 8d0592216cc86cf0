import type { RotatedWebhook } from '@crossdock/client'
import { formatDateTime, OnceDialog } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

interface SecretDialogProps {
  rotated: RotatedWebhook
  onClose: () => void
}

/** Shows the new secret of a webhook once. It can be replaced, but not shown again. */
export default function SecretDialog({ rotated, onClose }: SecretDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) =>
    translate(`integrations.webhooks.newSecret.${key}`, values)
  const { secret, previousUntil } = rotated
  return (
    <OnceDialog
      title={text('title')}
      description={text('text')}
      label={text('label')}
      value={secret}
      hint={previousUntil ? text('both', { time: formatDateTime(previousUntil) }) : undefined}
      onClose={onClose}
    />
  )
}
