import Button from '@mui/material/Button'
import { resolvePeriods, formatInteger, Icon, useDownload, useToast } from '@crossdock/admin/kit'
import { Download } from 'lucide-react'
import { useListContext, useTranslate } from 'ra-core'
import { addTenant } from '../../data/tenant_url.js'

/** The most rows that the server writes to one file. */
const MOST = 50_000

interface ExportButtonProps {
  /** The name of the list, which is also the group of its message keys. */
  list: 'activity' | 'events'
}

/** Saves the matching rows as CSV, in the order of the list. If there are too many, the file's last line says so. */
export function ExportButton({ list }: ExportButtonProps) {
  const { filterValues, filter, sort, total } = useListContext()
  const translate = useTranslate()
  const toast = useToast()
  const { start } = useDownload()
  const save = () => {
    const asked = { ...filterValues, ...(filter as object | undefined) }
    const query = new URLSearchParams({
      filter: JSON.stringify(resolvePeriods(asked)),
      sort: JSON.stringify([sort.field, sort.order]),
    })
    if (total && total > MOST) {
      toast({
        title: translate(`${list}.exportCut.title`, { most: formatInteger(MOST) }),
        description: translate(`${list}.exportCut.text`),
      })
    }
    start(addTenant(`/api/${list}/export?${query.toString()}`))
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
