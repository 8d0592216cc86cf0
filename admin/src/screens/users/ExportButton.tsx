import Button from '@mui/material/Button'
import { resolvePeriods, Icon, useDownload } from '@crossdock/admin/kit'
import { FileDown } from 'lucide-react'
import { useListContext, useTranslate } from 'ra-core'
import { addTenant } from '../../data/tenant_url.js'

/** Downloads all matching people as CSV. */
export function ExportButton() {
  const { filterValues, total } = useListContext()
  const translate = useTranslate()
  const { start } = useDownload()
  const save = () => {
    const filter = JSON.stringify(resolvePeriods(filterValues as Record<string, unknown>))
    start(addTenant(`/api/users/export?${new URLSearchParams({ filter }).toString()}`))
  }
  return (
    <Button
      variant="outlined"
      startIcon={<Icon icon={FileDown} />}
      disabled={!total}
      onClick={save}
    >
      {translate('users.export')}
    </Button>
  )
}
