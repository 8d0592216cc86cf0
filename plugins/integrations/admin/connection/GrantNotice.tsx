import Alert from '@mui/material/Alert'
import { useDialogAddress } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** Shows whether a person who returned from a provider (OAuth 2.0) has granted access. */
export function GrantNotice() {
  const translate = useTranslate()
  const { value, close } = useDialogAddress('oauth')
  const ending = endings.find((one) => one === value)
  if (!ending) return null
  return (
    <Alert
      severity={ending === 'connected' ? 'success' : 'error'}
      onClose={close}
      closeText={translate('kit.close')}
      sx={{ mb: 2 }}
    >
      {translate(`integrations.connection.back.${ending}`)}
    </Alert>
  )
}

const endings = ['connected', 'expired', 'refused', 'moved', 'failed', 'signedOut'] as const
