import Alert from '@mui/material/Alert'
import { useEnvironments } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import type { GoneEnvironment } from './use_gone_environment.js'

/** Says that the tab now works in another environment. It stays until dismissed, because the person may be away. */
export function GoneNotice({
  name,
  hadUnsaved,
  onClose,
}: GoneEnvironment & { onClose: () => void }) {
  const translate = useTranslate()
  const { environments } = useEnvironments()
  const production = environments.find((one) => one.name === 'production')?.displayName
  const text = (key: string) => translate(`shell.environment.${key}`, { name, production })
  return (
    <Alert
      severity="warning"
      variant="outlined"
      onClose={onClose}
      closeText={translate('kit.toast.dismiss')}
      sx={{
        position: 'fixed',
        top: 'calc(var(--bar-height, 0px) + 64px)',
        left: '50%',
        transform: 'translateX(-50%)',
        width: 'min(480px, calc(100vw - 32px))',
        bgcolor: 'background.paper',
        boxShadow: 3,
        overflowWrap: 'anywhere',
      }}
    >
      {[
        text(name ? 'gone' : 'goneUnnamed'),
        text('now'),
        ...(hadUnsaved ? [text('lost')] : []),
      ].join(' ')}
    </Alert>
  )
}
