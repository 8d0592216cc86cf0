import { formatDateTime, OnceDialog } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

interface SecretDialogProps {
  secret: string
  /** Time until which the previous secret also signs. */
  previousUntil?: string | null | undefined
  onClose: () => void
}

/** Shows the new secret of a webhook once. */
export default function SecretDialog({ secret, previousUntil, onClose }: SecretDialogProps) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`webhooks.secret.${key}`, values)
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
