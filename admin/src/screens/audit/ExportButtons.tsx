import Button from '@mui/material/Button'
import { atInstants, Icon, useDownload } from '@crossdock/admin/kit'
import { Download } from 'lucide-react'
import { useListContext, useTranslate } from 'ra-core'
import { inTenant } from '../../data/tenant_url.js'

/** Saves all entries that match: as a table, or as lines that can be verified without a server when nothing is narrowed. */
export function ExportButtons() {
  const { filterValues, total } = useListContext()
  const translate = useTranslate()
  const { start } = useDownload()
  const save = (format: string) => {
    const filter = { ...atInstants(filterValues as Record<string, unknown>), format }
    const query = new URLSearchParams({ filter: JSON.stringify(filter) })
    start(inTenant(`/api/audit/export?${query.toString()}`))
  }
  return (
    <>
      {['csv', 'jsonl'].map((format) => (
        <Button
          key={format}
          variant="outlined"
          startIcon={<Icon icon={Download} />}
          disabled={!total}
          // A download tells nothing of when it ends: the second half of a double click is left out.
          onClick={({ detail }) => detail < 2 && save(format)}
        >
          {translate(`audit.export.${format}`)}
        </Button>
      ))}
    </>
  )
}
