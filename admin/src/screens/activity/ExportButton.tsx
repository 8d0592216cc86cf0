import Button from '@mui/material/Button'
import { atInstants, formatInteger, Icon, useDownload, useToast } from '@crossdock/admin/kit'
import { Download } from 'lucide-react'
import { useListContext, useTranslate } from 'ra-core'
import { inTenant } from '../../data/tenant_url.js'

/** The most rows that the server writes to one file. */
const MOST = 50_000

interface ExportButtonProps {
  /** The list, which also names its texts. */
  list: 'activity' | 'events'
}

/** Saves the matching rows as CSV, in the order of the list. The last line of a file with too many rows says so. */
export function ExportButton({ list }: ExportButtonProps) {
  const { filterValues, filter, sort, total } = useListContext()
  const translate = useTranslate()
  const toast = useToast()
  const { start } = useDownload()
  const save = () => {
    const asked = { ...filterValues, ...(filter as object | undefined) }
    const query = new URLSearchParams({
      filter: JSON.stringify(atInstants(asked)),
      sort: JSON.stringify([sort.field, sort.order]),
    })
    if (total && total > MOST) {
      toast({
        title: translate(`${list}.exportCut.title`, { most: formatInteger(MOST) }),
        description: translate(`${list}.exportCut.text`),
      })
    }
    start(inTenant(`/api/${list}/export?${query.toString()}`))
  }
  return (
    <Button
      variant="outlined"
      startIcon={<Icon icon={Download} />}
      disabled={!total}
      onClick={save}
    >
      {translate(`${list}.export`)}
    </Button>
  )
}
