import Alert from '@mui/material/Alert'
import { useSession } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

/** Says that a list shows one organization only, while the super administrator works in one. */
export function InTenant() {
  const translate = useTranslate()
  const { data } = useSession()
  if (!data?.tenant) return null
  return (
    <Alert severity="info" sx={{ mb: 2 }}>
      {translate('system.jobs.note')}
    </Alert>
  )
}
