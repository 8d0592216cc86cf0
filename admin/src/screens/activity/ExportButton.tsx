import Button from '@mui/material/Button'
import { atInstants, formatInteger, Icon, useDownload, useToast } from '@crossdock/admin/kit'
import { Download } from 'lucide-react'
import { useListContext, useTranslate } from 'ra-core'
import { inTenant } from '../../data/tenant_url.js'

/** As many entries as the server puts into one file. */
const MOST = 50_000

/** Saves all entries that match, in the order of the list; the server says in the file where it ends before the end. */
export function ExportButton() {
  const { filterValues, sort, total } = useListContext()
  const translate = useTranslate()
  const toast = useToast()
  const { start } = useDownload()
  const save = () => {
    const query = new URLSearchParams({
      filter: JSON.stringify(atInstants(filterValues as Record<string, unknown>)),
      sort: JSON.stringify([sort.field, sort.order]),
    })
    if (total && total > MOST) {
      toast({
        title: translate('activity.exportCut.title', { most: formatInteger(MOST) }),
        description: translate('activity.exportCut.text'),
      })
    }
    start(inTenant(`/api/activity/export?${query.toString()}`))
  }
  return (
    <Button
      variant="outlined"
      startIcon={<Icon icon={Download} />}
      disabled={!total}
      onClick={save}
    >
      {translate('activity.export')}
    </Button>
  )
}
